// A net as a picture: the parts, put together.
#include "tensio/pictures/draw.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/enum_names.hpp"
#include "io/draw/picture.hpp"
#include "io/text/markup.hpp"

namespace tensio {

namespace {

// Colours are attributes, which every program reads; on dark screens these rules override them.
constexpr const char* kPictureStyle =
    "@media screen and (prefers-color-scheme: dark){"
    ".tensio-net .paper{fill:#17191d}.tensio-net .ink{fill:#e6e6e6}.tensio-net .faint{fill:#a9adb3}"
    ".tensio-net .ink-line{stroke:#e6e6e6}.tensio-net .rim{stroke:#17191d}"
    ".tensio-net .drawn{stroke:#50545b}.tensio-net .rimmed{stroke:#17191d}}\n";

// For those who cannot see the picture.
std::string description(const io::Picture& picture) {
  std::string text = fmt::format("{}, {}", io::count_text(picture.shape.size(), "node", "nodes"),
                                 io::count_text(picture.springs.size(), "spring", "springs"));
  const io::Coloring& coloring = picture.coloring;
  if (picture.rest != nullptr) text += fmt::format(", {}", to_string(picture.rest->report.status));
  if (coloring.values.size() > coloring.missing) {
    text += fmt::format("; {} from {} to {}", to_string(coloring.by), io::number_text(coloring.low),
                        io::number_text(coloring.high));
  }
  if (picture.simple) {
    text += fmt::format(
        "; drawn in a simpler way, as all nets of more than {} springs: in 8 layers of depth, "
        "without labels and tooltips",
        io::count_text(kSpringsDrawnInFull));
  }
  return text + ".";
}

}  // namespace

std::string_view io::picture_style() { return kPictureStyle; }

const char* to_string(View view) { return enum_name(view, {"top", "front", "side", "iso"}); }

const char* to_string(ColorBy color_by) {
  return enum_name(color_by, {"tension", "strain", "utilisation", "set", "none"});
}

const char* to_string(Labels labels) {
  return enum_name(labels, {"none", "nodes", "springs", "all"});
}

std::string draw_svg(const System& system, const Equilibrium* rest, const DrawOptions& options) {
  const io::Picture picture = io::make_picture(system, rest, options);
  const io::Legend legend = io::legend_part(picture);
  const double height = std::ceil(picture.bottom + legend.height);
  const std::string title = system.title.empty() ? "A net of masses and springs" : system.title;
  std::string text = fmt::format(
      "<svg{} class=\"tensio-net\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" role=\"img\" "
      "font-family=\"system-ui, 'Helvetica Neue', Arial, sans-serif\">\n"
      "<title>{}</title>\n<desc>{}</desc>\n{}",
      options.standalone ? " xmlns=\"http://www.w3.org/2000/svg\"" : "", io::pixels(io::kPageWidth),
      io::pixels(height), io::pixels(io::kPageWidth), io::pixels(height), io::escaped(title),
      io::escaped(description(picture)),
      options.standalone ? fmt::format("<style>{}</style>\n", kPictureStyle) : std::string());
  text += fmt::format("<rect class=\"paper\" width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n",
                      io::pixels(io::kPageWidth), io::pixels(height));
  text += io::header_part(picture);
  text += io::drawn_part(picture);
  text += io::springs_part(picture);
  text += io::supports_part(picture);
  text += io::nodes_part(picture);
  text += io::loads_part(picture);
  text += io::labels_part(picture);
  text += legend.text;
  return text + "</svg>\n";
}

}  // namespace tensio
