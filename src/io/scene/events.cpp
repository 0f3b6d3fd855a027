// The sections `events` and `probes`.
#include <fmt/format.h>

#include "core/index.hpp"
#include "core/pointer.hpp"
#include "io/scene/reader.hpp"
#include "io/text/characters.hpp"
#include "model/motion_names.hpp"

namespace tensio::io {

void SceneReader::read_events(const Value& root) {
  const List* events = list_of(root, "events", R"([{"at": 2, "free": [0]}])");
  for (std::size_t i = 0; events && i < events->size() && !findings_.full(); ++i) {
    system_.events.push_back(read_event((*events)[i], fmt::format("/events/{}", i)));
  }
}

Event SceneReader::read_event(const Value& value, const std::string& pointer) {
  Event event;
  if (!is_object(value, pointer, "an event", KeyPlace::event)) return event;
  event.note = text_of(value, pointer, "note");
  if (!value.find("at")) {
    findings_.add_missing(value, pointer, "at",
                          "`at` is missing in an event; give the time at which it happens [s]");
  }
  read_into(value, pointer, "at", "a number [s]", event.at);
  if (const Value* free = value.find("free"))
    event.free = select(*nodes_, *free, pointer + "/free");
  if (const Value* fix = value.find("fix")) event.fix = select(*nodes_, *fix, pointer + "/fix");
  const Value* set = value.find("set");
  if (set && set->object() == nullptr) {
    findings_.add(*set, pointer + "/set",
                  "`set` must be an object of names and values, such as {\"drag\": 0.5}");
  } else if (set) {
    for (Member& member : *set->object()) {
      read_set(member, pointer + "/set/" + pointer_part(member.key), event);
    }
  } else if (!value.find("free") && !value.find("fix")) {
    findings_.add_missing(value, pointer, "set",
                          "nothing happens in this event; give `free`, `fix` or `set`");
  }
  return event;
}

void SceneReader::read_set(Member& member, const std::string& place, Event& event) {
  const auto target = event_target(system_, member.key);
  if (!target) {
    // a set that could not be read may have had this name
    if (findings_.concerns("/springs") && member.key.find('.') != std::string_view::npos) {
      findings_.distrust(place);
      return;
    }
    if (member.key == "note") {
      findings_.add(member.key_offset, place,
                    "a `note` in `set` would be lost on writing; put it one level higher");
    } else {
      findings_.add(member.key_offset, place, unknown_value(member.key));
    }
    return;
  }
  std::vector<double> numbers;
  const std::string key = shortened(member.key);
  if (target->set >= 0) {
    // without its springs there is no count to compare with
    if (!member.value.number() && findings_.concerns(fmt::format("/springs/{}/ends", target->set)))
      return findings_.distrust(place);
    numbers = read_column(reading_, member.value, place,
                          {key, event_numbers(system_, *target), "springs"});
  } else if (event_numbers(system_, *target) == 1) {
    if (auto number = read_number(reading_, member.value, place, key, "a number"))
      numbers = {*number};
  } else {
    const auto width = usize(written_dimension_);
    if (auto row = read_row(reading_, member.value, place, {key, "", width, kRowExample[width]}))
      numbers = widened(std::move(*row));
  }
  event.set.emplace_back(std::string(member.key), std::move(numbers));
}

// What to say about a name that stands for nothing an event can set.
std::string SceneReader::unknown_value(std::string_view name) const {
  std::vector<std::string> of_sets;
  for (const NamedSet& set : set_names_) {
    for (const char* key : {"stiffness", "rest_length", "damping"})
      of_sets.push_back(fmt::format("{}.{}", set.name, key));
  }
  std::vector<std::string_view> known = {"gravity", "drag", "wind.velocity", "wind.density",
                                         "wind.drag_coefficient"};
  known.insert(known.end(), of_sets.begin(), of_sets.end());
  return undefined_name(name, "value to set", std::move(known), "");
}

void SceneReader::read_probes(const Value& root) {
  const List* probes =
      list_of(root, "probes", R"([{"name": "tip", "nodes": [1], "quantity": "position.y"}])");
  for (std::size_t i = 0; probes && i < probes->size() && !findings_.full(); ++i) {
    system_.probes.push_back(read_probe((*probes)[i], fmt::format("/probes/{}", i)));
  }
}

Probe SceneReader::read_probe(const Value& value, const std::string& pointer) {
  Probe probe;
  if (!is_object(value, pointer, "a probe", KeyPlace::probe)) return probe;
  probe.name = text_of(value, pointer, "name");
  probe.note = text_of(value, pointer, "note");
  if (!value.find("name")) {
    findings_.add_missing(value, pointer, "name",
                          "`name` is missing in a probe; it heads the column in probes.csv");
  }
  static const std::vector<std::string_view> kReduce = names_of<Probe::Reduce>(5);
  probe.reduce = static_cast<Probe::Reduce>(
      word_of(value, pointer, "reduce", kReduce, KeyPlace::probe).value_or(0));
  const Value* springs = value.find("springs");
  const bool names_nodes = value.find("nodes") || value.find("node");
  std::string place = pointer + "/springs";
  if (springs && names_nodes) {
    findings_.add(*springs, place, "a probe watches nodes or springs; make a probe of each");
    return probe;
  }
  if (springs) {
    probe.springs = select(*springs_, *springs, place);
  } else if (const Value* chosen = selected_nodes(value, pointer, place)) {
    probe.nodes = select(*nodes_, *chosen, place);
  }
  read_quantity(value, pointer, springs != nullptr, probe);
  return probe;
}

void SceneReader::read_quantity(const Value& value, const std::string& pointer, bool of_springs,
                                Probe& probe) {
  static const std::vector<std::string_view> kOfNodes = {"position", "displacement", "velocity",
                                                         "force",    "reaction",     "energy"};
  static const std::vector<std::string_view> kOfSprings = {"tension", "strain", "length",
                                                           "energy",  "stress", "broken"};
  const std::vector<std::string_view>& known = of_springs ? kOfSprings : kOfNodes;
  const std::string place = pointer + "/quantity";
  const Value* given = value.find("quantity");
  if (!given) {
    findings_.add_missing(
        value, pointer, "quantity",
        fmt::format("`quantity` is missing in a probe; of {} it is one of {}{}",
                    of_springs ? "springs" : "nodes", listed(known),
                    of_springs ? "" : ", also with an axis such as `position.x`"));
    return;
  }
  probe.quantity = read_text(reading_, *given, place, "quantity");
  if (!given->text() || probe_quantity(probe.quantity, of_springs)) return;
  if (probe_quantity(probe.quantity, !of_springs)) {
    findings_.add(*given, place,
                  fmt::format("`{}` is known of {}; name them with `{}`", probe.quantity,
                              of_springs ? "nodes" : "springs", of_springs ? "nodes" : "springs"));
    return;
  }
  findings_.add(*given, place,
                unknown_word(probe.quantity, "quantity", of_springs ? " of springs" : " of nodes",
                             KeyPlace::probe, known));
}

}  // namespace tensio::io
