// What a scene has recorded, computed again by this engine; and what this engine gives, to be
// recorded.
#include "tensio/verify.hpp"

#include "engine.hpp"

namespace tensio::studio {

val Engine::verify() {
  return guarded([&] {
    const System& system = document();
    if (!system.recorded || system.recorded->empty())
      throw Refused{"The scene has no recorded results to verify."};
    const Recorded& recorded = *system.recorded;
    val results = val::array();
    for (const VerifiedResult& one : verify_results(system, 1)) {
      val item = val::object();
      item.set("name", one.name);
      item.set("about", one.about);
      item.set("recorded", one.recorded);
      item.set("computed", one.computed);
      item.set("reason", one.reason);
      item.set("same", one.same());
      results.call<void>("push", item);
    }
    val result = val::object();
    result.set("recordedBy", recorded.version);
    result.set("sceneChanged", !recorded.scene.empty() && scene_hash(system) != recorded.scene);
    result.set("results", results);
    return result;
  });
}

val Engine::record(double seconds) {
  return guarded([&] {
    System system = document();
    std::vector<std::string> notes;
    Recorded recorded = record_results(system, {.seconds = seconds, .threads = 1}, nullptr, &notes);
    if (recorded.empty()) {
      std::vector<Problem> problems;
      for (const std::string& note : notes) problems.push_back({.message = note});
      throw Error(std::move(problems));
    }
    recorded.scene = scene_hash(system);
    val result = val::object();
    result.set("rest", !recorded.rest.empty());
    result.set("steps", recorded.motion ? recorded.motion->steps : 0);
    result.set("notes", list(notes));
    system.recorded = std::move(recorded);
    result.set("text", write_system(system));
    return result;
  });
}

}  // namespace tensio::studio
