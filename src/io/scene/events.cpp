// The sections `events` and `probes`.
#include <fmt/format.h>

#include "core/index.hpp"
#include "core/pointer.hpp"
#include "io/scene/reader.hpp"
#include "io/text/characters.hpp"
#include "model/motion_names.hpp"

namespace tensio::io {
namespace {

// What to say about a name of nothing that an event can set.
std::string unknown_value(const SceneReading& scene, std::string_view name) {
  std::vector<std::string> of_sets;
  for (const NamedSet& set : scene.set_names) {
    for (const char* key : {"stiffness", "rest_length", "damping"})
      of_sets.push_back(fmt::format("{}.{}", set.name, key));
  }
  std::vector<std::string_view> known = {"gravity", "drag", "wind.velocity", "wind.density",
                                         "wind.drag_coefficient"};
  known.insert(known.end(), of_sets.begin(), of_sets.end());
  return undefined_name(name, "value to set", std::move(known), "");
}

void read_set(SceneReading& scene, Member& member, const std::string& place, Event& event) {
  const auto target = event_target(scene.system, member.key);
  if (!target) {
    // a set that could not be read may have had this name
    if (scene.reading.findings.concerns("/springs") &&
        member.key.find('.') != std::string_view::npos) {
      scene.reading.findings.distrust(place);
      return;
    }
    if (member.key == "note") {
      scene.reading.findings.add(
          member.key_offset, place,
          "a `note` in `set` would be lost on writing; put it one level higher");
    } else {
      scene.reading.findings.add(member.key_offset, place, unknown_value(scene, member.key));
    }
    return;
  }
  std::vector<double> numbers;
  const std::string key = shortened(member.key);
  if (target->set >= 0) {
    // without its springs there is no count to compare with
    if (!member.value.number() &&
        scene.reading.findings.concerns(fmt::format("/springs/{}/ends", target->set)))
      return scene.reading.findings.distrust(place);
    numbers = read_column(scene.reading, member.value, place,
                          {key, event_numbers(scene.system, *target), "springs"});
  } else if (event_numbers(scene.system, *target) == 1) {
    if (auto number = read_number(scene.reading, member.value, place, key, "a number"))
      numbers = {*number};
  } else {
    const auto width = usize(scene.written_dimension);
    if (auto row =
            read_row(scene.reading, member.value, place, {key, "", width, kRowExample[width]}))
      numbers = widened(scene, std::move(*row));
  }
  event.set.emplace_back(std::string(member.key), std::move(numbers));
}

Event read_event(SceneReading& scene, const Value& value, const std::string& pointer) {
  Event event;
  if (!is_object(scene.reading, value, pointer, "an event", KeyPlace::event)) return event;
  event.note = text_of(scene.reading, value, pointer, "note");
  read_fields(scene.reading, value, pointer, KeyPlace::event, kEventFields, event);
  if (const Value* free = value.find("free"))
    event.free = read_selection(scene, *scene.node_selections, *free, pointer + "/free");
  if (const Value* fix = value.find("fix"))
    event.fix = read_selection(scene, *scene.node_selections, *fix, pointer + "/fix");
  const Value* set = value.find("set");
  if (set && set->object() == nullptr) {
    scene.reading.findings.add(
        *set, pointer + "/set",
        "`set` must be an object of names and values, such as {\"drag\": 0.5}");
  } else if (set) {
    for (Member& member : *set->object()) {
      read_set(scene, member, pointer + "/set/" + pointer_part(member.key), event);
    }
  } else if (!value.find("free") && !value.find("fix")) {
    scene.reading.findings.add_missing(
        value, pointer, "set", "nothing happens in this event; give `free`, `fix` or `set`");
  }
  return event;
}

void read_quantity(Reading& reading, const Value& value, const std::string& pointer,
                   bool of_springs, Probe& probe) {
  static const std::vector<std::string_view> kOfNodes = {"position", "displacement", "velocity",
                                                         "force",    "reaction",     "energy"};
  static const std::vector<std::string_view> kOfSprings = {"tension", "strain", "length",
                                                           "energy",  "stress", "broken"};
  const std::vector<std::string_view>& known = of_springs ? kOfSprings : kOfNodes;
  const std::string place = pointer + "/quantity";
  const Value* given = value.find("quantity");
  if (!given) {
    reading.findings.add_missing(
        value, pointer, "quantity",
        fmt::format("`quantity` is missing in a probe; of {} it is one of {}{}",
                    of_springs ? "springs" : "nodes", listed(known),
                    of_springs ? "" : ", also with an axis such as `position.x`"));
    return;
  }
  probe.quantity = read_text(reading, *given, place, "quantity");
  if (!given->text() || probe_quantity(probe.quantity, of_springs)) return;
  if (probe_quantity(probe.quantity, !of_springs)) {
    reading.findings.add(
        *given, place,
        fmt::format("`{}` is known of {}; name them with `{}`", probe.quantity,
                    of_springs ? "nodes" : "springs", of_springs ? "nodes" : "springs"));
    return;
  }
  reading.findings.add(
      *given, place,
      unknown_word(probe.quantity, "quantity", of_springs ? " of springs" : " of nodes",
                   KeyPlace::probe, known));
}

Probe read_probe(SceneReading& scene, const Value& value, const std::string& pointer) {
  Probe probe;
  if (!is_object(scene.reading, value, pointer, "a probe", KeyPlace::probe)) return probe;
  probe.name = text_of(scene.reading, value, pointer, "name");
  probe.note = text_of(scene.reading, value, pointer, "note");
  if (!value.find("name")) {
    scene.reading.findings.add_missing(
        value, pointer, "name", "`name` is missing in a probe; it heads the column in probes.csv");
  }
  static const std::vector<std::string_view> kReduce = names_of<Probe::Reduce>(5);
  probe.reduce = static_cast<Probe::Reduce>(
      word_of(scene.reading, value, pointer, "reduce", kReduce, KeyPlace::probe).value_or(0));
  const Value* springs = value.find("springs");
  const bool names_nodes = value.find("nodes") || value.find("node");
  std::string place = pointer + "/springs";
  if (springs && names_nodes) {
    scene.reading.findings.add(*springs, place,
                               "a probe watches nodes or springs; make a probe of each");
    return probe;
  }
  if (springs) {
    probe.springs = read_selection(scene, *scene.spring_selections, *springs, place);
  } else if (const Value* chosen = selected_nodes(scene.reading, value, pointer, place)) {
    probe.nodes = read_selection(scene, *scene.node_selections, *chosen, place);
  }
  read_quantity(scene.reading, value, pointer, springs != nullptr, probe);
  return probe;
}

}  // namespace

void read_events(SceneReading& scene, const Value& root) {
  const List* events = list_of(scene.reading, root, "events", R"([{"at": 2, "free": [0]}])");
  for (std::size_t i = 0; events && i < events->size() && !scene.reading.findings.full(); ++i) {
    scene.system.events.push_back(read_event(scene, (*events)[i], fmt::format("/events/{}", i)));
  }
}

void read_probes(SceneReading& scene, const Value& root) {
  const List* probes = list_of(scene.reading, root, "probes",
                               R"([{"name": "tip", "nodes": [1], "quantity": "position.y"}])");
  for (std::size_t i = 0; probes && i < probes->size() && !scene.reading.findings.full(); ++i) {
    scene.system.probes.push_back(read_probe(scene, (*probes)[i], fmt::format("/probes/{}", i)));
  }
}

}  // namespace tensio::io
