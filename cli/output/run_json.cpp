// The JSON object of `tensio run`, and summary.json.
#include <cstring>
#include <ctime>

#include "output/json_output.hpp"
#include "output/run_output.hpp"
#include "tensio/version.hpp"

namespace tensio::cli {

namespace {

constexpr std::size_t kListedEvents = 100000;

void write_summary(JsonWriter& json, const RunResult& result) {
  const MotionReport& report = result.report;
  json.member("time", report.time);
  json.member("steps", static_cast<long long>(report.steps));
  json.member("time_step", report.time_step);
  json.member_or_null("stable_time_step", report.stable_time_step);
  json.member("integrator", to_string(report.integrator));
}

void write_energy(JsonWriter& json, const MotionEnergies& energy) {
  json.key("energy");
  json.begin_object();
  json.member("kinetic", energy.kinetic);
  json.member("elastic", energy.elastic);
  json.member("gravity", energy.gravity);
  json.member("load", energy.load);
  json.member("contact", energy.contact);
  json.member("dissipated", energy.dissipated);
  json.member("work", energy.work);
  json.member("total", energy.total);
  json.end_object();
}

void write_event(JsonWriter& json, const MotionEvent& event,
                 const std::vector<std::array<int, 2>>& ends) {
  json.begin_object();
  json.member("time", event.time);
  json.member("kind", to_string(event.kind));
  event.spring >= 0 ? json.member("spring", event.spring) : json.null_member("spring");
  json.key("nodes");
  if (event.spring >= 0) {
    json.values(std::span<const int>(ends[event.spring]));
  } else {
    json.begin_array();
    if (event.node >= 0) json.value(event.node);
    json.end_array();
  }
  json.member("value", event.value);
  json.member("detail", event.detail);
  json.end_object();
}

std::vector<std::array<int, 2>> all_ends(const System& system) {
  std::vector<std::array<int, 2>> ends;
  for (const SpringSet& set : system.springs) {
    ends.insert(ends.end(), set.ends.begin(), set.ends.end());
  }
  return ends;
}

void write_events(JsonWriter& json, const RunSession& session) {
  const std::vector<MotionEvent>& events = session.simulation().events();
  json.key("events");
  json.begin_array();
  const std::vector<std::array<int, 2>> ends = all_ends(session.plan().system);
  for (std::size_t i = 0; i < events.size() && i < kListedEvents; ++i) {
    write_event(json, events[i], ends);
  }
  json.end_array();
}

void write_probes(JsonWriter& json, const Simulation& simulation) {
  const std::vector<std::string> names = simulation.probe_names();
  const std::vector<double> values = simulation.probe_values();
  json.key("probes");
  json.begin_object();
  for (std::size_t i = 0; i < names.size(); ++i) json.member(names[i], values[i]);
  json.end_object();
}

void write_texts(JsonWriter& json, const RunSession& session, const RunResult& result) {
  const std::string& choice = session.simulation().choice();
  json.member_or_null("choice", choice);
  json.key("warnings");
  json.begin_array();
  for (const std::string& warning : session.plan().warnings) json.value(warning);
  for (const std::string& warning : session.simulation().warnings()) json.value(warning);
  for (const std::string& warning : result.warnings) json.value(warning);
  json.end_array();
}

void write_friction(JsonWriter& json, const RunResult& result) {
  json.member("unsettled_friction_steps",
              static_cast<long long>(result.report.unsettled_friction_steps));
}

// Where large arrays are to be found.
std::string arrays_text(const RunPlan& plan) {
  if (plan.folder.empty()) return "left out above 100,000 nodes; --out DIR writes them to files";
  switch (plan.format) {
    case FrameFormat::vtk: return plan.folder + "/frames.pvd";
    case FrameFormat::npy: return plan.folder + "/position.npy, velocity.npy";
    case FrameFormat::npz: return plan.folder + "/frames.npz";
  }
  return "";
}

// FNV-1a, as the page has it of its scene.
std::string hash_text(std::string_view text) {
  std::uint64_t hash = 14695981039346656037ull;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 1099511628211ull;
  }
  return fmt::format("{:016x}", hash);
}

std::string_view bytes_of(const std::vector<double>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)};
}

}  // namespace

std::string date_text() {
  const std::time_t now = std::time(nullptr);
  std::tm parts = {};
  ::gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

void write_run_json(Output& output, const RunSession& session, const RunResult& result) {
  const Simulation& simulation = session.simulation();
  const std::size_t dimension = session.plan().system.dimension;
  JsonWriter json(output);
  json.begin_object();
  const bool saved = result.problems.empty();
  json.member("status", saved ? to_string(result.report.status) : "error");
  if (!saved) write_errors(json, result.problems);
  json.member("reason", result.report.reason);
  write_summary(json, result);
  if (session.plan().system.node_count() <= kListedNodes) {
    const State state = simulation.state();
    json.key("position");
    json.rows(state.position, dimension);
    json.key("velocity");
    json.rows(state.velocity, dimension);
  } else {
    json.null_member("position");
    json.null_member("velocity");
    json.member("arrays", arrays_text(session.plan()));
  }
  const std::array<double, 3> momentum = simulation.momentum();
  json.key("momentum");
  json.values(std::span<const double>(momentum).first(dimension));
  write_events(json, session);
  write_probes(json, simulation);
  write_energy(json, simulation.energies());
  write_friction(json, result);
  json.member("seconds", result.report.seconds);
  write_texts(json, session, result);
  json.end_object();
}

std::string run_summary_file(const RunSession& session, const RunResult& result, const Args& args,
                             const std::string& begun) {
  const State state = session.simulation().state();
  Output output(true);
  JsonWriter json(output);
  json.begin_object();
  json.member("tensio", kVersion);
  json.member("status", to_string(result.report.status));
  json.member("reason", result.report.reason);
  json.member("command", args.verb);
  json.member("scene", args.scene);
  json.texts("options", session.plan().words);
  write_summary(json, result);
  json.member("duration", session.simulation().options().duration);
  json.member("iterations", static_cast<long long>(result.report.iterations));
  json.member("projected_steps", static_cast<long long>(result.report.projected_steps));
  json.member("newton_steps", static_cast<long long>(result.report.newton_steps));
  write_friction(json, result);
  json.member("format", to_string(session.plan().format));
  json.member_or_null("resumed_from", result.resumed_from);
  json.member("machine", machine_text(session.simulation().options()));
  is_implicit(result.report.integrator)
      ? json.member("linear_solver", to_string(result.report.linear_solver))
      : json.null_member("linear_solver");
  write_texts(json, session, result);
  json.member("begun", begun);
  json.member("ended", date_text());
  json.member("load_seconds", result.load_seconds);
  json.member("seconds", result.report.seconds);
  json.member("output_seconds", result.output_seconds);
  json.key("hashes");
  json.begin_object();
  json.member("scene", hash_text(session.scene_text()));
  json.member("position", hash_text(bytes_of(state.position)));
  json.member("velocity", hash_text(bytes_of(state.velocity)));
  json.end_object();
  json.end_object();
  return output.take();
}

}  // namespace tensio::cli
