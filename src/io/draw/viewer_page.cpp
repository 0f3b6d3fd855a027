// What the viewer shows, as data in its page.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "io/draw/net_values.hpp"
#include "io/json/quote.hpp"
#include "io/text/base64.hpp"
#include "io/text/markup.hpp"
#include "model/damage.hpp"
#include "model/resolve.hpp"
#include "tensio/model/units.hpp"
#include "tensio/pictures/viewer.hpp"

namespace tensio {

namespace {

// A JSON object, member by member. Each "<" is escaped: the text stands in a script element, which
// would end at the first "</script".
class Json {
 public:
  explicit Json(char open) : text_(1, open), close_(open == '{' ? '}' : ']') {}
  Json& raw(std::string_view name, std::string_view value) {
    if (text_.size() > 1) text_ += ',';
    if (close_ == '}') text_ += fmt::format("\"{}\":", name);
    text_ += value;
    return *this;
  }
  Json& text(std::string_view name, std::string_view value) {
    std::string quoted = io::json_string(value);
    for (std::size_t at = quoted.find('<'); at != std::string::npos; at = quoted.find('<', at))
      quoted.replace(at, 1, "\\u003c");
    return raw(name, quoted);
  }
  Json& number(std::string_view name, double value) {
    std::string digits;
    io::append_json_number(digits, value);
    return raw(name, digits);
  }
  template <class Number>
  Json& number(std::string_view name, const std::optional<Number>& value) {
    return value ? number(name, *value) : raw(name, "null");
  }
  Json& truth(std::string_view name, bool value) { return raw(name, value ? "true" : "false"); }
  // Numbers of one type in their bytes, least significant first.
  template <class Number>
  Json& packed(std::string_view name, const std::vector<Number>& numbers) {
    const std::string_view bytes(reinterpret_cast<const char*>(numbers.data()),
                                 numbers.size() * sizeof(Number));
    return raw(name, '"' + io::to_base64(bytes) + '"');
  }
  // Of an array.
  Json& item(std::string_view value) { return raw({}, value); }
  std::string done() const { return text_ + close_; }

 private:
  std::string text_;
  char close_;
};

std::string units_of(const Units& units) {
  Json json('{');
  json.truth("given", gives_units(units));
  const std::pair<const char*, UnitKind> kinds[] = {
      {"length", UnitKind::length},       {"force", UnitKind::force},
      {"time", UnitKind::time},           {"mass", UnitKind::mass},
      {"stiffness", UnitKind::stiffness}, {"energy", UnitKind::energy}};
  for (const auto& [name, kind] : kinds) json.text(name, unit_name(units, kind));
  return json.done();
}

// Three numbers; what is not there is 0.
std::string vector_of(std::span<const double> values) {
  Json json('[');
  for (std::size_t i = 0; i < 3; ++i) json.number({}, i < values.size() ? values[i] : 0.0);
  return json.done();
}

std::string obstacle_of(const Obstacle& obstacle, int dimension) {
  std::vector<double> rotate = obstacle.rotate;
  if (dimension == 2 && rotate.size() == 1) rotate = {0, 0, rotate[0]};
  Json json('{');
  json.text("kind", to_string(obstacle.kind)).text("name", obstacle.name);
  json.raw("point", vector_of(obstacle.point)).raw("normal", vector_of(obstacle.normal));
  json.raw("pointB", vector_of(obstacle.point_b)).number("radius", obstacle.radius);
  json.raw("size", vector_of(obstacle.size)).raw("rotate", vector_of(rotate));
  json.number("friction", obstacle.friction).number("restitution", obstacle.restitution);
  json.number("thickness", obstacle.thickness).truth("moves", !obstacle.motion.empty());
  return json.done();
}

std::vector<std::int32_t> triangles_of(const Faces& faces) {
  std::vector<std::int32_t> result;
  for (int face = 0; face < faces.count(); ++face) {
    const auto corners = faces.corners(face);
    for (std::size_t i = 2; i < corners.size(); ++i)
      result.insert(result.end(), {corners[0], corners[i - 1], corners[i]});
  }
  return result;
}

std::string sets_of(const System& system) {
  Json sets('[');
  std::size_t first = 0;
  for (const SpringSet& set : system.springs) {
    const Law law = columns_of(system, set).law;
    Json json('{');
    json.text("name", set.name).text("law", to_string(law)).text("material", set.material);
    json.number("first", static_cast<double>(first));
    json.number("count", static_cast<double>(set.ends.size()));
    first += set.ends.size();
    sets.item(json.done());
  }
  return sets.done();
}

std::string scene_of(const System& system) {
  std::vector<std::int32_t> ends;
  for (const SpringSet& set : system.springs)
    for (const auto& pair : set.ends) ends.insert(ends.end(), pair.begin(), pair.end());
  Json names('[');
  for (const std::string& name : system.nodes.name) names.text({}, name);
  Json obstacles('[');
  for (const Obstacle& obstacle : system.obstacles)
    obstacles.item(obstacle_of(obstacle, system.dimension));
  Json json('{');
  json.number("dimension", system.dimension).text("title", system.title);
  json.text("description", system.description).raw("units", units_of(system.units));
  json.packed("drawn", io::single_precision(system.nodes.position)).packed("ends", ends);
  json.raw("sets", sets_of(system)).raw("nodeNames", names.done());
  json.packed("fixed", fixed_axes(system)).packed("triangles", triangles_of(system.faces));
  json.raw("obstacles", obstacles.done());
  return json.done();
}

// ---- runs ----

// Of the obstacles that move, at each time.
std::vector<float> obstacle_moves(const System& system,
                                  const std::vector<ViewedRun::Frame>& frames) {
  std::vector<float> result;
  const bool any = std::any_of(system.obstacles.begin(), system.obstacles.end(),
                               [](const Obstacle& one) { return !one.motion.empty(); });
  if (!any) return result;
  for (const ViewedRun::Frame& frame : frames)
    for (const Obstacle& obstacle : system.obstacles)
      for (std::size_t axis = 0; axis < 3; ++axis)
        result.push_back(axis < obstacle.motion.size()
                             ? static_cast<float>(value_at(obstacle.motion[axis], frame.time))
                             : 0.0F);
  return result;
}

std::string blow_up_of(const MotionReport& report) {
  if (!report.blow_up) return "null";
  const BlowUpReport& blown = *report.blow_up;
  Json json('{');
  json.text("cause", to_string(blown.cause)).number("spring", blown.spring);
  json.number("strain", blown.strain).number("allowedStrain", blown.allowed_strain);
  json.number("time", blown.time).number("timeStep", blown.time_step);
  json.number("safeStep", blown.stable_time_step);
  if (blown.integrator) {
    json.text("betterIntegrator", to_string(*blown.integrator));
  } else {
    json.raw("betterIntegrator", "null");
  }
  return json.done();
}

std::string pane_of(const System& system, const ViewedRun& run) {
  std::vector<double> times, row_times, energies;
  std::vector<float> position, tension;
  std::vector<unsigned char> broken;
  for (const ViewedRun::Frame& frame : run.frames()) {
    times.push_back(frame.time);
    position.insert(position.end(), frame.position.begin(), frame.position.end());
    tension.insert(tension.end(), frame.tension.begin(), frame.tension.end());
    broken.insert(broken.end(), frame.broken.begin(), frame.broken.end());
  }
  for (const ViewedRun::Row& row : run.rows()) {
    row_times.push_back(row.time);
    energies.insert(energies.end(), row.energy.begin(), row.energy.end());
  }
  const MotionReport& report = run.report();
  Json json('{');
  json.text("integrator", to_string(report.integrator)).number("timeStep", report.time_step);
  json.number("stableTimeStep", report.stable_time_step);
  json.text("status", to_string(report.status)).text("reason", report.reason);
  json.number("time", report.time).number("steps", static_cast<double>(report.steps));
  json.raw("blowUp", blow_up_of(report)).number("every", static_cast<double>(run.every()));
  json.packed("times", times).packed("positions", position).packed("tensions", tension);
  json.packed("broken", broken).packed("restLengths", run.rest_length());
  json.packed("obstacleMoves", obstacle_moves(system, run.frames()));
  json.packed("energyTimes", row_times).packed("energies", energies);
  return json.done();
}

std::string data_of(const System& system, const char* kind, const std::string& panes) {
  Json json('{');
  json.number("version", 1).text("kind", kind).raw("scene", scene_of(system)).raw("panes", panes);
  return json.done();
}

// ---- rest states ----

std::string state_name(const PageResult& result) {
  if (!result.name.empty()) return result.name;
  return result.rest->converged() ? "At rest" : "Not at rest";
}

// Of each spring, NaN where stages have changed it.
std::vector<float> rest_lengths(const System& system, const std::vector<PageResult>& results) {
  std::vector<float> lengths = io::single_precision(io::unstressed_lengths(system));
  for (const PageResult& result : results) {
    if (!result.stage) continue;
    const std::vector<float> then = io::single_precision(io::unstressed_lengths(*result.system));
    for (std::size_t i = 0; i < lengths.size(); ++i)
      if (then[i] != lengths[i]) lengths[i] = std::numeric_limits<float>::quiet_NaN();
  }
  return lengths;
}

// The drawn shape and each result as moments of one pane.
std::string rest_pane(const System& system, const std::vector<PageResult>& results) {
  std::vector<float> position = io::single_precision(system.nodes.position);
  std::vector<float> tension(usize(system.spring_count()),
                             std::numeric_limits<float>::quiet_NaN());
  std::vector<double> times = {0};
  std::vector<unsigned char> broken(tension.size(), 0);
  Json names('[');
  names.text({}, "Drawn");
  for (const PageResult& result : results) {
    const std::vector<double>& x = result.rest->state.position;
    const std::vector<double>& t = result.rest->tension;
    position.insert(position.end(), x.begin(), x.end());
    tension.insert(tension.end(), t.begin(), t.end());
    times.push_back(static_cast<double>(times.size()));
    names.text({}, state_name(result));
    std::vector<unsigned char> gone = broken_springs(*result.system, result.rest->report.events);
    gone.resize(t.size());
    broken.insert(broken.end(), gone.begin(), gone.end());
  }
  Json json('{');
  json.raw("names", names.done()).packed("times", times);
  json.packed("positions", position).packed("tensions", tension);
  if (std::find(broken.begin(), broken.end(), 1) != broken.end()) json.packed("broken", broken);
  json.packed("restLengths", rest_lengths(system, results));
  return json.done();
}

std::string replaced(std::string text, std::string_view mark, std::string_view by) {
  const std::size_t at = text.find(mark);
  if (at == std::string::npos)
    throw Error({{.file = "tensio-viewer.html",
                  .message = fmt::format("is not a page of this viewer: it has no {}", mark)}},
                ErrorKind::content);
  return text.replace(at, mark.size(), by);
}

// The policy that a page states, without its quotes.
std::string policy_of(std::string_view page) {
  constexpr std::string_view kBegin = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
  const std::size_t begin = page.find(kBegin);
  if (begin == std::string_view::npos) return {};
  const std::size_t from = begin + kBegin.size();
  return std::string(page.substr(from, page.find('"', from) - from));
}

}  // namespace

std::string viewer_data(const System& system, std::span<const ViewedRun> runs) {
  Json panes('[');
  for (const ViewedRun& run : runs) panes.item(pane_of(system, run));
  return data_of(system, "run", panes.done());
}

std::string viewer_data(const System& system, const std::vector<PageResult>& results) {
  const std::size_t frame = usize(system.node_count()) * usize(system.dimension) +
                            usize(system.spring_count());
  // As many as there is room for; the text of the page has all.
  const std::size_t room = kViewerBytes / sizeof(float) / std::max<std::size_t>(1, frame);
  if (room < 2) return {};
  std::vector<PageResult> shown = results;
  if (shown.size() > room - 1) shown.resize(room - 1);
  return data_of(system, "rest", '[' + rest_pane(system, shown) + ']');
}

std::string viewer_page(std::string_view viewer, const std::string& title,
                        const std::string& data) {
  std::string page = replaced(std::string(viewer), "<title>Tensio</title>",
                              "<title>" + io::escaped(title.empty() ? "Tensio" : title) +
                                  "</title>");
  return replaced(std::move(page), R"(<script type="application/json" id="tensio-run"></script>)",
                  R"(<script type="application/json" id="tensio-run">)" + data + "</script>");
}

std::string page_with_viewer(const std::string& page, const std::string& viewer) {
  // A frame has the policy of its page and its own: what it runs is allowed by both.
  std::string text = replaced(page, policy_of(page), policy_of(viewer));
  text = replaced(std::move(text), "</style>",
                  ".viewer{display:block;width:100%;height:34rem;border:1px solid var(--line);"
                  "border-radius:6px;margin:1rem 0}@media print{.viewer{display:none}}</style>");
  const std::size_t end = text.find("</h1>\n");
  if (end == std::string::npos) throw Error("the page of results has no heading");
  text.insert(end + 6, "<iframe class=\"viewer\" sandbox=\"allow-scripts\" title=\"The net\" "
                       "srcdoc=\"" + io::escaped(viewer) + "\"></iframe>\n");
  return text;
}

}  // namespace tensio
