// A net as a picture: the parts, put together.
#include "tensio/pictures/draw.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "core/enum_names.hpp"
#include "core/index.hpp"
#include "io/draw/color_scale.hpp"
#include "io/draw/picture.hpp"
#include "io/text/markup.hpp"
#include "model/resolve.hpp"
#include "tensio/files/snapshot.hpp"

namespace tensio {

namespace {

// Colours are attributes, which every program reads; on dark screens these rules override them.
std::string dark_rules() {
  const std::string scope = ".tensio-net";
  return "@media screen and (prefers-color-scheme: dark){"
         ".tensio-net .paper{fill:#0f1216}.tensio-net .ink{fill:#eceff2}"
         ".tensio-net .faint{fill:#a8b0ba}.tensio-net .alarm{fill:#ff6f9c}"
         ".tensio-net .ink-line{stroke:#eceff2}.tensio-net .rim{stroke:#0f1216}"
         ".tensio-net .drawn{stroke:#50545b}.tensio-net .rimmed{stroke:#0f1216}"
         ".tensio-net .load{fill:#63c77c;stroke:#63c77c}.tensio-net .load.ring{fill:none}"
         ".tensio-net text.load{stroke:#0f1216}" +
         io::dark_paint_rules(scope);
}

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
        "; drawn in a simpler way, as all nets of more than {} springs: without labels and "
        "tooltips",
        io::count_text(kSpringsDrawnInFull));
  }
  return text + ".";
}

}  // namespace

std::string io::picture_style() {
  return dark_rules() + dark_scale_rules(".tensio-net") + dark_share_rules(".tensio-net") + "}\n";
}

const char* to_string(View view) { return enum_name(view, {"top", "front", "side", "iso"}); }

const char* to_string(Up up) { return enum_name(up, {"auto", "y", "z"}); }

const char* to_string(ColorBy color_by) {
  return enum_name(color_by, {"tension", "strain", "utilisation", "set", "none"});
}

const char* to_string(Labels labels) {
  return enum_name(labels, {"none", "nodes", "springs", "all"});
}

namespace {

// The rules of the scale that is shown.
std::string style_of(const io::Picture& picture) {
  std::string rules = dark_rules();
  const ColorBy by = picture.coloring.by;
  if (by == ColorBy::tension || by == ColorBy::strain) rules += io::dark_scale_rules(".tensio-net");
  if (by == ColorBy::utilisation) rules += io::dark_share_rules(".tensio-net");
  return rules + "}";
}

std::string svg_of(const io::Picture& picture) {
  const System& system = picture.system;
  const DrawOptions& options = picture.options;
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
      options.standalone ? fmt::format("<style>{}</style>\n", style_of(picture)) : std::string());
  text += fmt::format("<rect class=\"paper\" width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n",
                      io::pixels(io::kPageWidth), io::pixels(height));
  text += io::header_part(picture);
  text += io::behind_part(picture) + io::drawn_part(picture);
  text += io::springs_part(picture);
  text += io::supports_part(picture);
  text += io::nodes_part(picture);
  text += io::loads_part(picture);
  text += io::labels_part(picture);
  text += legend.text;
  return text + "</svg>\n";
}

// A moment of a run as a state that pictures show.
Equilibrium state_of(const System& system, const Snapshot& moment) {
  Equilibrium state;
  const auto dimension = usize(system.dimension);
  state.state.position = moment.position;
  state.displacement = moment.position;
  for (std::size_t i = 0; i < moment.position.size(); ++i)
    state.displacement[i] -= system.nodes.position[i];
  state.tension = moment.tension;
  const std::vector<double> unstressed =
      moment.rest_length.empty() ? io::unstressed_lengths(system) : moment.rest_length;
  const std::vector<io::SpringFact> springs = io::spring_summary(system);
  for (std::size_t i = 0; i < springs.size(); ++i) {
    const io::Vector a = io::row(moment.position, usize(springs[i].ends[0]), dimension);
    const io::Vector b = io::row(moment.position, usize(springs[i].ends[1]), dimension);
    state.length.push_back(io::magnitude({b[0] - a[0], b[1] - a[1], b[2] - a[2]}));
    state.strain.push_back(state.length[i] / unstressed[i] - 1);
    const Law law = columns_of(system, system.springs[springs[i].set]).law;
    const bool one_sided = law == Law::cable || law == Law::strut;
    if (one_sided && !moment.tension.empty() && moment.tension[i] == 0)
      state.slack.push_back(static_cast<int>(i));
  }
  state.report.status = Status::converged;
  return state;
}

}  // namespace

bool is_drawn_simply(const System& system, const DrawOptions& options) {
  if (system.spring_count() <= kSpringsDrawnInFull) return false;
  const io::NetLook look = io::look_of(system, io::spring_summary(system),
                                       {.inner = options.inner, .surface = options.surface});
  return look.inner.size() - look.inner_count > usize(kSpringsDrawnInFull);
}

std::string draw_svg(const System& system, const Equilibrium* rest, const DrawOptions& options) {
  return svg_of(io::make_picture(system, rest, options));
}

std::string draw_svg(const System& system, const Snapshot& moment, const DrawOptions& options) {
  Equilibrium state = state_of(system, moment);
  DrawOptions how = options;
  if (moment.tension.empty()) {
    state.tension.assign(state.length.size(), std::numeric_limits<double>::quiet_NaN());
    if (how.color_by == ColorBy::tension) how.color_by = ColorBy::strain;
  }
  return svg_of(io::make_picture(system, &state, how, &moment));
}

}  // namespace tensio
