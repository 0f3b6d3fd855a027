// The section `springs`.
#include <fmt/format.h>

#include "core/index.hpp"
#include "io/scene/reader.hpp"
#include "model/spring_columns.hpp"

namespace tensio::io {
namespace {

// Rows of more than two ends are for cables that slide over nodes.
bool has_long_row(SceneReading& scene, const Value& ends, const std::string& pointer) {
  const PackedNumbers* packed = ends.packed();
  if (!packed || !packed->is_rows) return false;
  for (std::size_t i = 0; i < packed->count; ++i) {
    const std::size_t width = packed->row_width(i);
    if (width > 2) {
      scene.reading.findings.add_item(
          ends, pointer, i,
          fmt::format("spring {} has {} ends; `ends` rows longer than 2 are not "
                      "supported yet",
                      usize(scene.spring_count) + i, width));
      return true;
    }
    if (!packed->ragged()) break;
  }
  return false;
}

void read_ends(SceneReading& scene, Value& value, const std::string& pointer, SpringSet& set) {
  const std::size_t count = value.size();
  std::optional<std::vector<double>> rows;
  if (!has_long_row(scene, value, pointer)) {
    rows = read_rows(scene.reading, value, pointer,
                     {"ends", "spring", 2, "[0, 1]", usize(scene.spring_count)});
  }
  if (!rows) {
    // placeholders keep the ids of later springs right
    scene.ends_good = false;
    set.ends.resize(count, {0, scene.node_count() > 1 ? 1 : 0});
    scene.reading.findings.distrust(pointer);
    return;
  }
  const int node_limit = scene.node_count();
  if (rows->size() / 2 + usize(scene.spring_count) > kMaxItems) {
    scene.reading.findings.add(value, pointer,
                               "there are more springs than this program can handle");
    return;
  }
  set.ends.resize(rows->size() / 2);
  for (std::size_t i = 0; i < set.ends.size(); ++i) {
    for (std::size_t k = 0; k < 2; ++k) {
      const double number = (*rows)[2 * i + k];
      const std::optional<int> id = whole_number(number);
      scene.ends_good = scene.ends_good && id && *id >= 0 && *id < node_limit;
      set.ends[i][k] = id.value_or(0);
      if (id || scene.reading.findings.full()) continue;
      scene.reading.findings.add_item(
          value, pointer, i,
          fmt::format("spring {} joins node {}; node ids are whole numbers from 0",
                      usize(scene.spring_count) + i, number));
    }
  }
}

void read_spring_set(SceneReading& scene, const Value& value, const std::string& pointer) {
  SpringSet set;
  if (is_object(scene.reading, value, pointer, "a spring set", KeyPlace::spring_set)) {
    set.name = text_of(scene.reading, value, pointer, "name");
    set.note = text_of(scene.reading, value, pointer, "note");
    read_spring_properties(scene, value, pointer, set);
    Value* ends = value.find("ends");
    if (ends) {
      read_ends(scene, *ends, pointer + "/ends", set);
    } else {
      scene.reading.findings.add_missing(
          value, pointer, "ends",
          "`ends` is missing in a spring set; give the two node ids of each "
          "spring");
    }
    const bool counted = ends && !scene.reading.findings.concerns(pointer + "/ends");
    read_spring_values(
        scene, value, pointer, set,
        {counted ? FieldItems::Kind::counted : FieldItems::Kind::unknown, set.ends.size()});
  }
  if (const Value* name = value.find("name"); name && name->text()) {
    const std::string fault = group_name_fault(set.name);
    if (!fault.empty()) scene.reading.findings.add(*name, pointer + "/name", fault);
    scene.set_names.push_back(
        {set.name, scene.spring_count, static_cast<int>(set.ends.size()), name, pointer + "/name"});
  }
  scene.spring_count += static_cast<int>(set.ends.size());
  scene.system.springs.push_back(std::move(set));
}

// Without the law it is not known which numbers belong to it, and of what sign.
void distrust_numbers(SceneReading& scene, const std::string& pointer) {
  for (const char* key :
       {"stiffness", "axial_stiffness", "pretension", "coefficients", "points", "yield"}) {
    scene.reading.findings.distrust(fmt::format("{}/{}", pointer, key));
  }
}

}  // namespace

void read_springs(SceneReading& scene, const Value& root) {
  const Value* springs = root.find("springs");
  if (!springs) return;
  if (springs->object()) {
    scene.reading.findings.add(*springs, "/springs",
                               "`springs` is a list of sets; put [ ] around this one");
    return;
  }
  const PackedNumbers* packed = springs->packed();
  if (!springs->is_array() || (packed && packed->count > 0)) {
    scene.reading.findings.add(
        *springs, "/springs",
        "`springs` must be a list of sets such as [{\"ends\": [[0, 1]], \"stiffness\": 1}]");
    return;
  }
  for (std::size_t i = 0; i < springs->size() && !scene.reading.findings.full(); ++i) {
    read_spring_set(scene, (*springs->list())[i], fmt::format("/springs/{}", i));
  }
}

void read_spring_properties(SceneReading& scene, const Value& value, const std::string& pointer,
                            SpringSet& set) {
  if (const Value* law = value.find("law")) {
    set.law = read_law(scene.reading, *law, pointer + "/law");
    if (!set.law) distrust_numbers(scene, pointer);
  }
  if (const Value* name = value.find("material")) {
    set.material = read_material_name(scene, *name, pointer + "/material");
  }
  read_curve(scene.reading, value, pointer, set.coefficients, set.points);
}

void read_spring_values(SceneReading& scene, const Value& value, const std::string& pointer,
                        SpringSet& set, const FieldItems& items) {
  read_parts(scene.reading, value, pointer, set, items);
  for (const SpringColumn& column : kSpringColumns) {
    Value* given = value.find(column.key);
    if (!given || (!given->number() && items.kind != FieldItems::Kind::counted)) continue;
    set.*column.of_set =
        read_column(scene.reading, *given, fmt::format("{}/{}", pointer, column.key),
                    {column.key, items.count, items.items});
  }
}

}  // namespace tensio::io
