// What `tensio follow` prints and writes: JSON, a summary, CSV, a plot.
#include "output/follow_output.hpp"

#include <algorithm>

#include "output/json_output.hpp"
#include "output/status.hpp"
#include "output/text_output.hpp"
#include "tensio/files/table.hpp"
#include "tensio/model/units.hpp"

namespace tensio::cli {

namespace {

constexpr std::size_t kLabelledMarks = 12;  // of more the labels would hide the curves
constexpr std::size_t kBranchesInFull = 4;  // of more only the ends are shown
constexpr std::size_t kSpecialRows = 20;    // more limit points or bifurcations are counted

// ---- JSON ----

void write_point(JsonWriter& json, const PathPoint& point) {
  json.begin_object();
  json.members({{"kind", to_string(point.kind)},
                {"load_factor", point.load_factor},
                {"arc", point.arc_length},
                {"probe", point.probe},
                {"negative_modes", point.negative_modes},
                {"residual", point.residual},
                {"energy", point.energy}});
  json.end_object();
}

void write_special(JsonWriter& json, const char* name, const std::vector<SpecialPoint>& found,
                   const PathCurve& path) {
  json.list(name, found, [&](const SpecialPoint& special) {
    const PathPoint& point = path.points[special.point];
    json.members({{"kind", to_string(point.kind)},
                  {"load_factor", special.load_factor},
                  {"within", special.within},
                  {"probe", point.probe},
                  {"negative_modes", std::vector<int>{special.modes_before, special.modes_after}},
                  {"point", special.point}});
  });
}

// What a branch has in common with the path.
void write_curve(JsonWriter& json, const PathCurve& curve) {
  json.key("points");
  json.begin_array();
  for (const PathPoint& point : curve.points) write_point(json, point);
  json.end_array();
  write_special(json, "limit_points", curve.limit_points, curve);
  write_special(json, "bifurcations", curve.bifurcations, curve);
  json.key("unstable");
  json.begin_array();
  for (const Stretch& stretch : curve.unstable)
    json.values(std::vector<double>{stretch.from, stretch.to});
  json.end_array();
}

void write_branches(JsonWriter& json, const FollowResult& result) {
  if (!result.options.branches.wanted()) return;
  json.list("branches", result.path.branches, [&](const Branch& branch) {
    json.members({{"bifurcation", branch.bifurcation},
                  {"sign", or_null(branch.points.empty() ? "" : to_string(branch.sign))},
                  {"status", to_string(branch.status)},
                  {"reason", branch.reason}});
    json.key("direction");
    json.rows(branch.direction, static_cast<std::size_t>(result.system.dimension));
    write_curve(json, branch);
  });
}

// The first spring that would yield or break on the way, where one would.
void write_passed_limit(JsonWriter& json, const LoadPath& path) {
  if (!path.passed_limit) return;
  json.object("passed_limit", [&] {
    json.members({{"kind", path.passed_limit->breaks ? "break" : "yield"},
                  {"spring", path.passed_limit->spring},
                  {"load_factor", path.passed_limit->load_factor},
                  {"point", path.passed_limit->point}});
  });
}

// ---- the summary ----

std::string probes_text(const FollowResult& result, const PathPoint& point) {
  std::string text;
  for (std::size_t i = 0; i < point.probe.size(); ++i)
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ",
                        printable(probe_name(result.system, result.path.probes[i])),
                        number_text(point.probe[i]));
  return text;
}

std::string special_text(const FollowResult& result, const PathCurve& curve, const char* label,
                         const std::vector<SpecialPoint>& found) {
  if (found.empty()) return fact(label, "none");
  std::string text;
  for (std::size_t i = 0; i < std::min(found.size(), kSpecialRows); ++i) {
    const PathPoint& point = curve.points[found[i].point];
    const std::string kind =
        point.kind == PathPointKind::bifurcation ? "" : fmt::format(" ({})", to_string(point.kind));
    text += fact(
        i == 0 ? label : "",
        fmt::format("{}{} at {}; negative modes {} -> {}", number_text(found[i].load_factor), kind,
                    probes_text(result, point), found[i].modes_before, found[i].modes_after));
  }
  if (found.size() > kSpecialRows)
    text += fact("", fmt::format("and {} more", found.size() - kSpecialRows));
  return text;
}

std::string unstable_text(const PathCurve& path) {
  if (path.unstable.empty()) return fact("unstable", "nowhere");
  std::string text;
  for (const Stretch& stretch : path.unstable)
    text += fact(text.empty() ? "unstable" : "",
                 fmt::format("from load factor {} to {}", number_text(stretch.from),
                             number_text(stretch.to)));
  return text;
}

std::string curve_text(const FollowResult& result, const PathCurve& curve) {
  return special_text(result, curve, "limit points", curve.limit_points) +
         special_text(result, curve, "bifurcations", curve.bifurcations) + unstable_text(curve);
}

std::string last_text(const FollowResult& result, const PathCurve& curve) {
  const PathPoint& last = curve.points.back();
  return fact("last point", fmt::format("load factor {} at {}; {}", number_text(last.load_factor),
                                        probes_text(result, last),
                                        last.negative_modes == 0
                                            ? "stable"
                                            : count_text(last.negative_modes, "negative mode",
                                                         "negative modes")));
}

// "2 of bifurcation 1, plus".
std::string branch_text(const FollowResult& result, const Branch& branch, std::size_t number) {
  if (branch.points.empty())
    return "\n" + fact(fmt::format("branch {}", number),
                       fmt::format("of bifurcation {}: not found; {}", branch.bifurcation,
                                   printable(branch.reason)));
  return "\n" +
         fact(fmt::format("branch {}", number),
              fmt::format("of bifurcation {}, {}: {} points; {}: {}", branch.bifurcation,
                          to_string(branch.sign),
                          grouped(static_cast<long long>(branch.points.size())),
                          to_string(branch.status), printable(branch.reason))) +
         (result.path.branches.size() > kBranchesInFull ? "" : curve_text(result, branch)) +
         last_text(result, branch);
}

std::string summary(const FollowResult& result) {
  const LoadPath& path = result.path;
  double residual = 0;
  for (const PathPoint& point : path.points) residual = std::max(residual, point.residual);
  std::string text;
  text += fact("grows", result.options.load_case.empty()
                            ? "all loads and gravity"
                            : "the case " + printable(result.options.load_case));
  text += fact("points", fmt::format("{}, largest residual {}",
                                     grouped(static_cast<long long>(path.points.size())),
                                     small_text(residual)));
  text += curve_text(result, path);
  if (path.passed_limit)
    text += fact(
        "passes a limit",
        fmt::format(
            "{} would {} from load factor {} on; the path is that of a net in which no spring does",
            printable(spring_label(result.system, path.passed_limit->spring)),
            path.passed_limit->breaks ? "break" : "yield",
            number_text(path.passed_limit->load_factor)));
  text += last_text(result, path);
  for (std::size_t i = 0; i < path.branches.size(); ++i)
    text += branch_text(result, path.branches[i], i + 1);
  return text;
}

// ---- the plot ----

struct CurveStyle {
  std::string name = {};
  int colour = 0;
  bool marks_unstable = true;  // by a name of their own
};

// Points first .. last of a probe as a curve.
PlotSeries piece(const PathCurve& path, std::size_t probe, std::size_t first, std::size_t last,
                 const CurveStyle& style, bool dashed) {
  PlotSeries series{.name = dashed && style.marks_unstable ? style.name + ", unstable" : style.name,
                    .colour = style.colour,
                    .dashed = dashed};
  for (std::size_t i = first; i <= last; ++i) {
    series.x.push_back(path.points[i].probe[probe]);
    series.y.push_back(path.points[i].load_factor);
  }
  return series;
}

void add_curve(const PathCurve& path, std::size_t probe, const CurveStyle& name, Plot& plot) {
  std::size_t from = 0;
  for (const Stretch& stretch : path.unstable) {
    if (stretch.first > from)
      plot.series.push_back(piece(path, probe, from, stretch.first, name, false));
    plot.series.push_back(piece(path, probe, stretch.first, stretch.last, name, true));
    from = stretch.last;
  }
  if (from + 1 < path.points.size())
    plot.series.push_back(piece(path, probe, from, path.points.size() - 1, name, false));
}

void add_marks(const std::vector<SpecialPoint>& found, const PathCurve& path, Plot& plot) {
  for (const SpecialPoint& special : found) {
    const PathPoint& point = path.points[special.point];
    for (std::size_t probe = 0; probe < point.probe.size(); ++probe)
      plot.marks.push_back({point.probe[probe], point.load_factor,
                            fmt::format("{} {:.5g}", to_string(point.kind), point.load_factor)});
  }
}

void add_csv_rows(std::string& text, const PathCurve& curve, const std::string& branch) {
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const PathPoint& point = curve.points[i];
    text += fmt::format("{},{},{}", i, point.load_factor, point.arc_length);
    for (double displacement : point.probe) text += fmt::format(",{}", displacement);
    text +=
        fmt::format(",{},{},{}{}\n", point.negative_modes, point.residual, point.energy, branch);
  }
}

}  // namespace

std::string probe_name(const System& system, const PathProbe& probe) {
  const std::size_t node = probe.node;
  const std::vector<std::string>& names = system.nodes.name;
  const bool named = node < names.size() && !names[node].empty();
  return fmt::format("{}.{}", named ? names[node] : std::to_string(node), "xyz"[probe.axis]);
}

std::string follow_status_line(const LoadPath& path, int stream) {
  const std::string word = coloured(to_string(path.status), colour_of(path.status), stream);
  return fmt::format("{}: {}\n", word, printable(path.reason));
}

void write_follow_json(Output& output, const FollowResult& result) {
  const LoadPath& path = result.path;
  JsonWriter json(output);
  json.begin_object();
  json.member("status", result.files.good() ? to_string(path.status) : "error");
  if (!result.files.good()) write_errors(json, result.files.problems);
  json.members({{"reason", path.reason},
                {"case", or_null(result.options.load_case)},
                {"until", result.options.until}});
  json.key("probes");
  json.begin_array();
  for (const PathProbe& probe : path.probes) json.value(probe_name(result.system, probe));
  json.end_array();
  write_curve(json, path);
  write_branches(json, result);
  write_passed_limit(json, path);
  json.key("position");
  json.rows(path.last.state.position, static_cast<std::size_t>(result.system.dimension));
  json.members({{"tension", path.last.tension}, {"seconds", path.seconds}});
  json.end_object();
}

void write_follow_summary(Output& output, const FollowResult& result) {
  output.text(follow_status_line(result.path, 1));
  if (!result.path.points.empty()) output.text("\n" + summary(result));
  output.text(fmt::format("\n{}\n", seconds_text(result.path.seconds)));
  output.text(saved_lines(result.files));
}

std::string follow_csv(const System& system, const LoadPath& path) {
  std::string text = "step,load_factor,arc_length";
  for (const PathProbe& probe : path.probes) text += "," + csv_field(probe_name(system, probe));
  text += ",negative_modes,residual,energy";
  // Rows of the path have branch 0.
  const bool branches = !path.branches.empty();
  text += branches ? ",branch\n" : "\n";
  add_csv_rows(text, path, branches ? ",0" : "");
  for (std::size_t i = 0; i < path.branches.size(); ++i)
    add_csv_rows(text, path.branches[i], fmt::format(",{}", i + 1));
  return text;
}

Plot follow_plot(const System& system, const LoadPath& path) {
  Plot plot;
  plot.title = system.title.empty() ? "load and displacement" : system.title;
  const std::string unit =
      gives_units(system.units) ? unit_name(system.units, UnitKind::length) : "length";
  plot.x_label = path.probes.size() == 1 ? fmt::format("displacement of {} [{}]",
                                                       probe_name(system, path.probes[0]), unit)
                                         : fmt::format("displacement [{}]", unit);
  plot.y_label = "load factor [1]";
  // All branches of a bifurcation share a name and a colour, as the pieces of the path do.
  const std::size_t probes = path.probes.size();
  for (std::size_t probe = 0; probe < probes; ++probe) {
    const std::string name = probe_name(system, path.probes[probe]);
    add_curve(path, probe, {name, static_cast<int>(probe)}, plot);
    for (const Branch& branch : path.branches)
      if (!branch.points.empty())
        add_curve(branch, probe,
                  {fmt::format("{}, branch {}", name, branch.bifurcation),
                   static_cast<int>(probes * static_cast<std::size_t>(branch.bifurcation) + probe),
                   false},
                  plot);
  }
  add_marks(path.limit_points, path, plot);
  add_marks(path.bifurcations, path, plot);
  if (plot.marks.size() > kLabelledMarks)
    for (PlotMark& mark : plot.marks) mark.label.clear();
  return plot;
}

}  // namespace tensio::cli
