// The section `springs`.
#include <fmt/format.h>

#include "core/index.hpp"
#include "io/scene/reader.hpp"
#include "model/spring_parts.hpp"

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
    read_stuff(value, pointer, set);
    Value* ends = value.find("ends");
    if (ends) {
      read_ends(*ends, pointer + "/ends", set);
    } else {
      findings_.add_missing(value, pointer, "ends",
                            "`ends` is missing in a spring set; give the two node ids of each "
                            "spring");
    }
    const std::size_t count = set.ends.size();
    for (const auto& [key, column] : kSetColumns) {
      Value* given = value.find(key);
      const std::string place = fmt::format("{}/{}", pointer, key);
      // without ends there is no count to compare with
      if (!given || (!given->number() && (!ends || findings_.concerns(pointer + "/ends"))))
        continue;
      set.*column = read_column(reading_, *given, place, {key, count, "springs"});
    }
  }
  if (const Value* name = value.find("name"); name && name->text()) {
    const std::string fault = group_name_fault(set.name);
    if (!fault.empty()) findings_.add(*name, pointer + "/name", fault);
    set_names_.push_back(
        {set.name, spring_count_, static_cast<int>(set.ends.size()), name, pointer + "/name"});
  }
  spring_count_ += static_cast<int>(set.ends.size());
  system_.springs.push_back(std::move(set));
}

void SceneReader::read_stuff(const Value& value, const std::string& pointer, SpringSet& set) {
  if (const Value* law = value.find("law")) {
    set.law = read_law(*law, pointer + "/law");
    if (!set.law) distrust_numbers(pointer);
  }
  if (const Value* name = value.find("material")) {
    set.material = read_material_name(*name, pointer + "/material");
  }
  read_curve(value, pointer, set.coefficients, set.points);
  read_parts(value, pointer, set);
}

// Without the law it is not known which numbers belong to it, and of what sign.
void SceneReader::distrust_numbers(const std::string& pointer) {
  for (const char* key :
       {"stiffness", "axial_stiffness", "pretension", "coefficients", "points", "yield"}) {
    findings_.distrust(fmt::format("{}/{}", pointer, key));
  }
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
                                     usize(spring_count_) + i, width));
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
    rows =
        read_rows(reading_, value, pointer, {"ends", "spring", 2, "[0, 1]", usize(spring_count_)});
  }
  if (!rows) {
    // stand-ins keep the ids of later springs right
    ends_good_ = false;
    set.ends.resize(count, {0, node_count() > 1 ? 1 : 0});
    findings_.distrust(pointer);
    return;
  }
  const int node_limit = node_count();
  if (rows->size() / 2 + usize(spring_count_) > kMaxItems) {
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
                                     usize(spring_count_) + i, number));
    }
  }
}

}  // namespace tensio::io
