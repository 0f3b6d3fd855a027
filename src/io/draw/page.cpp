// Results to hand over: the parts of a page, put together.
#include "tensio/pictures/page.hpp"

#include <fmt/format.h>

#include <functional>

#include "core/index.hpp"
#include "io/draw/convergence_plot.hpp"
#include "io/draw/page_parts.hpp"
#include "io/draw/page_style.hpp"
#include "io/draw/picture.hpp"
#include "io/text/markup.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/version.hpp"

namespace tensio {

namespace {

constexpr int kMostSpringsPictured = 200000;
constexpr int kMostSpringsInEveryView = 2000;

// A text that differs between different scenes, but not with spaces or the order of keys.
std::string hash_text_of(const System& scene) {
  try {
    return scene_hash(scene) + " (FNV-1a of the scene as tensio writes it)";
  } catch (const Error&) {
    return "none: no scene file can contain this net";
  }
}

std::string solve_text(const EquilibriumOptions& options) {
  const EquilibriumOptions usual;
  std::string text =
      fmt::format("method {}, tolerance {}, at most {} iterations", to_string(options.method),
                  options.tolerance, io::count_text(usize(options.max_iterations)));
  if (options.load_steps != usual.load_steps) {
    text += fmt::format(", {} load steps", options.load_steps);
  }
  if (options.method == Method::per_node_newton) {
    text += fmt::format(", relaxation {}", options.relaxation);
  }
  text += fmt::format(", linear solver {}", to_string(options.linear_solver));
  if (options.reproducible) text += ", reproducible";
  if (!options.stability) text += ", stability left out";
  return text;
}

std::string paragraph(const char* name, const std::string& text) {
  if (text.empty()) return {};
  return fmt::format("<p class=\"pre\">{}{}</p>\n", name, io::escaped(text));
}

std::string scene_part(const System& scene, const PageOptions& options) {
  const auto nodes = usize(scene.node_count());
  const auto springs = usize(scene.spring_count());
  io::Summary summary;
  if (!options.scene_file.empty()) summary.push_back({"scene", options.scene_file});
  summary.insert(
      summary.end(),
      {{"hash", hash_text_of(scene)},
       {"size", fmt::format("{}, {}, {} dimensions", io::count_text(nodes, "node", "nodes"),
                            io::count_text(springs, "spring", "springs"), scene.dimension)},
       {"options", solve_text(options.solve)},
       {"made by", fmt::format("tensio {}", kVersion)}});
  return paragraph("", scene.description) + paragraph("Source: ", scene.source) +
         paragraph("Note: ", scene.note) + io::summary_part(summary);
}

std::string figure(const std::string& content) { return "<figure>\n" + content + "</figure>\n"; }

std::string pictures_part(const PageResult& result, const PageOptions& options) {
  const System& system = *result.system;
  if (system.spring_count() > kMostSpringsPictured) {
    return fmt::format(
        "<p class=\"faint\">No picture: the net has more than {} springs. "
        "<code>tensio draw</code> makes one.</p>\n",
        io::count_text(kMostSpringsPictured));
  }
  DrawOptions draw = options.draw;
  draw.standalone = false;
  draw.name = result.name;
  draw.stage = result.stage;
  std::string text = figure(draw_svg(system, result.rest, draw));
  if (system.dimension == 2 || system.spring_count() > kMostSpringsInEveryView) return text;
  text += "<details><summary>Other views</summary>\n";
  for (const View view : {View::top, View::front, View::side, View::iso}) {
    if (view == options.draw.view) continue;
    draw.view = view;
    text += figure(draw_svg(system, result.rest, draw));
  }
  return text + "</details>\n";
}

std::string convergence_part(const PageResult& result, const PageOptions& options) {
  if (result.residuals.empty()) return {};
  return "<h3>Convergence: residual [1] by iteration</h3>\n" +
         figure(io::convergence_svg(result.residuals, options.solve.tolerance));
}

std::string result_part(const PageResult& result, std::size_t index, const PageOptions& options) {
  const System& system = *result.system;
  const Equilibrium& rest = *result.rest;
  const std::string name = result.name.empty() ? "Rest state"
                           : result.stage      ? "Stage: " + result.name
                                               : result.name;
  std::string text =
      fmt::format("<section>\n<h2 id=\"result-{}\">{}</h2>\n", index, io::escaped(name));
  text += io::verdict_part(result);
  text += pictures_part(result, options);
  text += convergence_part(result, options);
  text += io::checks_part({result});
  const auto table = [&](Table which, const std::string& caption) {
    return io::sheet_part(io::make_sheet(system, rest, which, result.stage), to_string(which),
                          caption, options.rows,
                          fmt::format("{}{}", to_string(which), result.stage ? " --stages" : ""));
  };
  text += table(Table::springs, "Springs");
  text += table(Table::reactions, "Reactions: forces of the supports on the net");
  text += io::balance_part(result);
  text += table(Table::nodes, "Nodes: positions, and displacements from " + result.displaced_from);
  return text + "</section>\n";
}

// Of results from `first` on: links to them and their envelope, where there are several.
std::string links_part(const std::vector<PageResult>& results, std::size_t first) {
  if (results.size() < 2) return {};
  const bool stages = results.front().stage;
  std::string text = fmt::format("<nav><a href=\"#envelope{0}\">{1}</a>\n",
                                 stages ? "-stages" : "", stages ? "Stages" : "Envelope");
  for (std::size_t i = 0; i < results.size(); ++i) {
    text += fmt::format("<a href=\"#result-{}\">{}</a>\n", first + i,
                        io::escaped(results[i].name));
  }
  return text + "</nav>\n";
}

}  // namespace

std::string page_html(const System& scene, const std::vector<PageResult>& results,
                      const PageOptions& options) {
  const std::string title = scene.title.empty() ? "A net of masses and springs" : scene.title;
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<title>{0}</title>\n<style>{1}{2}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
      io::escaped(title), io::kPageStyle, io::picture_style());
  text += scene_part(scene, options);
  text += io::scene_tables_part(scene, options.rows);
  std::vector<PageResult> stages, others;
  for (const PageResult& result : results) (result.stage ? stages : others).push_back(result);
  text += links_part(stages, 0) + links_part(others, stages.size());
  std::size_t index = 0;
  for (const std::vector<PageResult>& part : {std::cref(stages), std::cref(others)}) {
    text += io::envelope_part(part, options.rows);
    for (const PageResult& result : part) text += result_part(result, index++, options);
  }
  return text + "</body>\n</html>\n";
}

}  // namespace tensio
