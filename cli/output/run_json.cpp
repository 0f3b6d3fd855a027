// The JSON object of `tensio run`, and summary.json.
#include <chrono>
#include <cstring>

#include "output/json_output.hpp"
#include "output/run_output.hpp"
#include "tensio/version.hpp"

namespace tensio::cli {

namespace {

constexpr std::size_t kListedEvents = 100000;

void write_summary(JsonWriter& json, const RunResult& result) {
  const MotionReport& report = result.report;
  json.members({{"time", report.time},
                {"steps", static_cast<long long>(report.steps)},
                {"time_step", report.time_step},
                {"stable_time_step", report.stable_time_step},
                {"integrator", to_string(report.integrator)}});
}

void write_energy(JsonWriter& json, const MotionEnergies& energy) {
  json.object("energy", [&] {
    json.members({{"kinetic", energy.kinetic},
                  {"elastic", energy.elastic},
                  {"gravity", energy.gravity},
                  {"load", energy.load},
                  {"contact", energy.contact},
                  {"dissipated", energy.dissipated},
                  {"work", energy.work},
                  {"total", energy.total}});
  });
}

void write_event(JsonWriter& json, const MotionEvent& event,
                 const std::vector<std::array<int, 2>>& ends) {
  json.begin_object();
  json.members({{"time", event.time}, {"kind", to_string(event.kind)}});
  event.spring >= 0 ? json.member("spring", event.spring) : json.member("spring", nullptr);
  json.key("nodes");
  if (event.spring >= 0) {
    json.values(std::span<const int>(ends[event.spring]));
  } else {
    json.begin_array();
    if (event.node >= 0) json.value(event.node);
    json.end_array();
  }
  json.members({{"value", event.value}, {"detail", event.detail}});
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
  json.object("probes", [&] {
    for (std::size_t i = 0; i < names.size(); ++i) json.member(names[i], values[i]);
  });
}

void write_texts(JsonWriter& json, const RunSession& session, const RunResult& result) {
  const std::string& choice = session.simulation().choice();
  json.member("choice", or_null(choice));
  json.key("warnings");
  json.begin_array();
  for (const std::string& warning : session.plan().warnings) json.value(warning);
  for (const std::string& warning : session.simulation().warnings()) json.value(warning);
  for (const std::string& warning : result.warnings) json.value(warning);
  json.end_array();
}

// What implicit steps took, and those that did not go as they were to.
void write_effort(JsonWriter& json, const RunResult& result) {
  json.members({{"iterations", result.report.iterations},
                {"linear_iterations", result.report.linear_iterations},
                {"retried_steps", result.report.retried_steps},
                {"split_steps", result.report.split_steps},
                {"preview_steps", result.report.preview_steps},
                {"unsettled_friction_steps", result.report.unsettled_friction_steps}});
}

// Null for explicit integrators.
void write_linear_solver(JsonWriter& json, const MotionReport& report) {
  is_implicit(report.integrator) ? json.member("linear_solver", to_string(report.linear_solver))
                                 : json.member("linear_solver", nullptr);
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


void write_run_members(JsonWriter& json, const RunSession& session, const RunResult& result) {
  const Simulation& simulation = session.simulation();
  const std::size_t dimension = session.plan().system.dimension;
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
    json.members(
        {{"position", nullptr}, {"velocity", nullptr}, {"arrays", arrays_text(session.plan())}});
  }
  const std::array<double, 3> momentum = simulation.momentum();
  json.key("momentum");
  json.values(std::span<const double>(momentum).first(dimension));
  write_events(json, session);
  write_probes(json, simulation);
  write_energy(json, simulation.energies());
  write_effort(json, result);
  write_linear_solver(json, result.report);
  json.member("seconds", result.report.seconds);
  write_texts(json, session, result);
}

}  // namespace

std::string date_text() {
  using namespace std::chrono;
  const auto now = floor<std::chrono::seconds>(system_clock::now());
  const auto today = floor<days>(now);
  const year_month_day date(today);
  const hh_mm_ss time(now - today);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count());
}

void write_run_json(Output& output, const RunSession& session, const RunResult& result) {
  JsonWriter json(output);
  json.begin_object();
  write_run_members(json, session, result);
  json.end_object();
}

void write_runs_json(Output& output, const std::vector<ComparedRun>& runs) {
  JsonWriter json(output);
  json.begin_object();
  // The worst of them, as the exit code is.
  const ComparedRun* worst = &runs.front();
  for (const ComparedRun& run : runs)
    if (run_exit_code(run.result) > run_exit_code(worst->result)) worst = &run;
  const RunResult& result = worst->result;
  const bool saved = result.problems.empty();
  json.member("status", saved ? to_string(result.report.status) : "error");
  if (!saved) write_errors(json, result.problems);
  json.member("reason", result.report.reason);
  json.list("runs", runs, [&](const ComparedRun& run) {
    write_run_members(json, *run.session, run.result);
  });
  json.end_object();
}

std::string run_summary_file(const RunSession& session, const RunResult& result, const Args& args,
                             const std::string& begun) {
  const State state = session.simulation().state();
  Output output(true);
  JsonWriter json(output);
  json.begin_object();
  json.members({{"tensio", kVersion},
                {"status", to_string(result.report.status)},
                {"reason", result.report.reason},
                {"command", args.verb},
                {"scene", args.scene}});
  json.texts("options", session.plan().words);
  write_summary(json, result);
  json.members({{"duration", session.simulation().options().duration},
                {"projected_steps", static_cast<long long>(result.report.projected_steps)},
                {"newton_steps", result.report.newton_steps}});
  write_effort(json, result);
  json.members({{"format", to_string(session.plan().format)},
                {"resumed_from", result.resumed_from},
                {"machine", machine_text(session.simulation().options())}});
  write_linear_solver(json, result.report);
  write_texts(json, session, result);
  json.members({{"begun", begun},
                {"ended", date_text()},
                {"load_seconds", result.load_seconds},
                {"seconds", result.report.seconds},
                {"output_seconds", result.output_seconds}});
  json.object("hashes", [&] {
    json.members({{"scene", hash_text(session.scene_text())},
                  {"position", hash_text(bytes_of(state.position))},
                  {"velocity", hash_text(bytes_of(state.velocity))}});
  });
  json.end_object();
  return output.take();
}

}  // namespace tensio::cli
