// The sections `springs` and `loads`.
#include "io/scene_reader.hpp"

#include <fmt/format.h>

namespace tensio::io {

void SceneReader::read_springs(const Value& root) {
  const Value* springs = root.find("springs");
  if (!springs) return;
  if (springs->object()) {
    findings_.add(*springs, "/springs", "`springs` is a list of sets; put [ ] around this one");
    return;
  }
  const PackedNumbers* packed = springs->packed();
  if (!springs->is_array() || (packed && packed->count > 0)) {
    findings_.add(
        *springs, "/springs",
        "`springs` must be a list of sets such as [{\"ends\": [[0, 1]], \"stiffness\": 1}]");
    return;
  }
  for (std::size_t i = 0; i < springs->size() && !findings_.full(); ++i) {
    read_spring_set((*springs->list())[i], fmt::format("/springs/{}", i));
  }
}

void SceneReader::read_spring_set(const Value& value, const std::string& pointer) {
  SpringSet set;
  if (is_object(value, pointer, "a spring set", KeyPlace::spring_set)) {
    set.name = text_of(value, pointer, "name");
    set.note = text_of(value, pointer, "note");
    if (const Value* law = value.find("law")) read_law(*law, pointer + "/law", set);
    Value* ends = value.find("ends");
    if (ends) {
      read_ends(*ends, pointer + "/ends", set);
    } else {
      findings_.add_missing(value, pointer, "ends",
                            "`ends` is missing in a spring set; give the two node ids of each "
                            "spring");
    }
    const std::size_t count = set.ends.size();
    const std::pair<const char*, Column*> columns[] = {{"stiffness", &set.stiffness},
                                                       {"axial_stiffness", &set.axial_stiffness},
                                                       {"rest_length", &set.rest_length},
                                                       {"pretension", &set.pretension}};
    for (const auto& [key, column] : columns) {
      Value* given = value.find(key);
      const std::string place = fmt::format("{}/{}", pointer, key);
      // without ends there is no count to compare with
      if (!given || (!given->number() && (!ends || findings_.concerns(pointer + "/ends"))))
        continue;
      *column = read_column(reading_, *given, place, {key, count, "springs"});
    }
  }
  if (const Value* name = value.find("name"); name && name->text()) {
    const std::string fault = Selections::name_fault(set.name);
    if (!fault.empty()) findings_.add(*name, pointer + "/name", fault);
    set_names_.push_back(
        {set.name, spring_count_, static_cast<int>(set.ends.size()), name, pointer + "/name"});
  }
  spring_count_ += static_cast<int>(set.ends.size());
  system_.springs.push_back(std::move(set));
}

void SceneReader::read_law(const Value& value, const std::string& pointer, SpringSet& set) {
  static const std::vector<std::string_view> kLaws = {"linear", "cable", "strut", "force_density",
                                                      "constant_tension"};
  if (!value.text()) {
    findings_.add(value, pointer, fmt::format("`law` must be one of {}", listed(kLaws)));
    return;
  }
  const std::string_view name = *value.text();
  for (int law = 0; law < static_cast<int>(kLaws.size()); ++law) {
    if (name != to_string(static_cast<Law>(law))) continue;
    set.law = static_cast<Law>(law);
    return;
  }
  const bool later = name == "polynomial" || name == "table";
  findings_.add(value, pointer,
                later ? fmt::format("the law `{}` is not supported yet", name)
                      : unknown_word(name, "law", "", KeyPlace::spring_set, kLaws));
}

// Rows of more than two ends are for cables that slide over nodes.
bool SceneReader::has_long_row(const Value& ends, const std::string& pointer) {
  const PackedNumbers* packed = ends.packed();
  if (!packed || !packed->is_rows) return false;
  for (std::size_t i = 0; i < packed->count; ++i) {
    const std::size_t width = packed->row_width(i);
    if (width > 2) {
      findings_.add_item(ends, pointer, i,
                         fmt::format("spring {} has {} ends; `ends` rows longer than 2 are not "
                                     "supported yet",
                                     static_cast<std::size_t>(spring_count_) + i, width));
      return true;
    }
    if (!packed->ragged()) break;
  }
  return false;
}

void SceneReader::read_ends(Value& value, const std::string& pointer, SpringSet& set) {
  const std::size_t count = value.size();
  std::optional<std::vector<double>> rows;
  if (!has_long_row(value, pointer)) {
    rows = read_rows(reading_, value, pointer,
                     {"ends", "spring", 2, "[0, 1]", static_cast<std::size_t>(spring_count_)});
  }
  if (!rows) {
    // stand-ins keep the ids of later springs right
    ends_good_ = false;
    set.ends.resize(count, {0, node_count() > 1 ? 1 : 0});
    findings_.distrust(pointer);
    return;
  }
  const int node_limit = node_count();
  if (rows->size() / 2 + static_cast<std::size_t>(spring_count_) > kMaxItems) {
    findings_.add(value, pointer, "there are more springs than this program can hold");
    return;
  }
  set.ends.resize(rows->size() / 2);
  for (std::size_t i = 0; i < set.ends.size(); ++i) {
    for (std::size_t k = 0; k < 2; ++k) {
      const double number = (*rows)[2 * i + k];
      const std::optional<int> id = whole_number(number);
      ends_good_ = ends_good_ && id && *id >= 0 && *id < node_limit;
      set.ends[i][k] = id.value_or(0);
      if (id || findings_.full()) continue;
      findings_.add_item(value, pointer, i,
                         fmt::format("spring {} joins node {}; node ids are whole numbers from 0",
                                     static_cast<std::size_t>(spring_count_) + i, number));
    }
  }
}

void SceneReader::read_loads(const Value& root) {
  const Value* loads = root.find("loads");
  if (!loads) return;
  const PackedNumbers* packed = loads->packed();
  if (!loads->is_array() || (packed && packed->count > 0)) {
    findings_.add(*loads, "/loads",
                  "`loads` must be a list such as [{\"nodes\": [0], \"force\": [0, -1]}]");
    return;
  }
  for (std::size_t i = 0; i < loads->size() && !findings_.full(); ++i) {
    read_load((*loads->list())[i], fmt::format("/loads/{}", i));
  }
}

void SceneReader::read_load(const Value& value, const std::string& pointer) {
  Load load;
  if (is_object(value, pointer, "a load", KeyPlace::load)) {
    load.note = text_of(value, pointer, "note");
    std::string place;
    if (const Value* chosen = selected_nodes(value, pointer, place)) {
      load.nodes = nodes_->read(*chosen, place);
      if (const int twice = nodes_->named_twice(); twice >= 0) {
        findings_.add(
            *chosen, place,
            fmt::format("node {} is named twice in one load; name each node once", twice));
      }
      // without all the nodes there is no count to compare with
      if (findings_.concerns(place)) {
        findings_.distrust(pointer);
      } else if (Value* force = value.find("force")) {
        read_force(*force, pointer + "/force", load);
      }
    }
    if (!value.find("force")) {
      findings_.add_missing(value, pointer, "force",
                            "`force` is missing in a load; give a vector [N]");
    }
  }
  system_.loads.push_back(std::move(load));
}

void SceneReader::read_force(Value& value, const std::string& pointer, Load& load) {
  const auto width = static_cast<std::size_t>(written_dimension_);
  const RowsSpec spec = {"force", "entry", width, kRowExample[width]};
  const PackedNumbers* packed = value.packed();
  const bool one_for_all = value.number() || (packed && !packed->is_rows &&
                                              (width > 1 || packed->count != load.nodes.size()));
  if (one_for_all) {
    if (auto row = read_row(reading_, value, pointer, spec)) load.force = widened(std::move(*row));
    return;
  }
  auto rows = read_rows(reading_, value, pointer, spec);
  if (!rows) return;
  if (rows->size() != width * load.nodes.size()) {
    findings_.add(
        value, pointer,
        fmt::format("`force` has {} rows for {} nodes; give one for each, or one vector for "
                    "all",
                    rows->size() / width, load.nodes.size()));
    return;
  }
  load.force = widened(std::move(*rows));
}

}  // namespace tensio::io
