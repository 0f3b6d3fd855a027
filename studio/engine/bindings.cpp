// The names under which JavaScript knows the engine; their types are in engine.d.ts.
#include <emscripten/bind.h>

#include "engine.hpp"

namespace tensio::studio {

namespace {
std::string version() { return kVersion; }
}  // namespace

EMSCRIPTEN_BINDINGS(tensio_studio) {
  using namespace emscripten;
  function("version", &version);
  function("golden", &golden_hashes);
  function("gradeCases", &grade_cases);
  function("gradeAnswers", &grade_answers);
  class_<Engine>("Engine")
      .constructor<>()
      .function("open", &Engine::open)
      .function("openResult", &Engine::open_result)
      .function("showRecorded", &Engine::show_recorded)
      .function("create", &Engine::create)
      .function("scene", &Engine::scene)
      .function("edit", &Engine::edit)
      .function("keepDocument", &Engine::keep_document)
      .function("useDocument", &Engine::use_document)
      .function("dropDocument", &Engine::drop_document)
      .function("documentBytes", &Engine::document_bytes)
      .function("prepare", &Engine::prepare)
      .function("prepared", &Engine::prepared)
      .function("run", &Engine::run)
      .function("runTo", &Engine::run_to)
      .function("time", &Engine::time)
      .function("steps", &Engine::steps)
      .function("timeStep", &Engine::time_step)
      .function("adaptive", &Engine::adaptive)
      .function("rewind", &Engine::rewind)
      .function("keepState", &Engine::keep_state)
      .function("useState", &Engine::use_state)
      .function("dropState", &Engine::drop_state)
      .function("stateBytes", &Engine::state_bytes)
      .function("pull", &Engine::pull)
      .function("release", &Engine::release)
      .function("pullInfo", &Engine::pull_info)
      .function("pullStiffness", &Engine::pull_stiffness)
      .function("eventsSince", &Engine::events_since)
      .function("eventCount", &Engine::event_count)
      .function("fill", &Engine::fill)
      .function("sample", &Engine::sample)
      .function("positions", &Engine::positions)
      .function("values", &Engine::values)
      .function("flags", &Engine::flags)
      .function("arrows", &Engine::arrows)
      .function("energies", &Engine::energies)
      .function("probes", &Engine::probes)
      .function("obstacles", &Engine::obstacles)
      .function("netForce", &Engine::net_force)
      .function("netForceNode", &Engine::net_force_node)
      .function("strainOf", &Engine::strain_of)
      .function("findRest", &Engine::find_rest)
      .function("modes", &Engine::modes)
      .function("inspectSpring", &Engine::inspect_spring)
      .function("inspectNode", &Engine::inspect_node)
      .function("matrix", &Engine::matrix)
      .function("columns", &Engine::columns)
      .function("exactPositions", &Engine::exact_positions)
      .function("save", &Engine::save)
      .function("keepFrame", &Engine::keep_frame)
      .function("exportBytes", &Engine::export_bytes)
      .function("verify", &Engine::verify)
      .function("record", &Engine::record)
      .function("copy", &Engine::copy)
      .function("formats", &Engine::formats)
      .function("hashes", &Engine::hashes);
}

}  // namespace tensio::studio
