// Formulas and numbers with a unit become numbers, in place.
#include "io/scene/formulas/values.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/pointer.hpp"
#include "io/json/text.hpp"
#include "io/scene/formulas/units.hpp"
#include "io/scene/keys.hpp"

namespace tensio::io {
namespace {

// Keys of texts, which may begin with anything, and of what must be known first.
bool holds_no_formulas(std::string_view key) {
  static constexpr std::string_view kKeys[] = {
      "title", "description", "source", "note",      "name",    "label",      "case",
      "where", "tensio",      "file",   "dimension", "include", "parameters", "units"};
  return std::find(std::begin(kKeys), std::end(kKeys), key) != std::end(kKeys);
}

void append_row(PackedNumbers& rows, const PackedNumbers& row) {
  const std::size_t width = row.values.size();
  if (rows.count == 0) {
    rows.width = width;
  } else if (!rows.ragged() && rows.width != width) {
    for (std::size_t r = 0; r <= rows.count; ++r) rows.row_begin.push_back(r * rows.width);
  }
  rows.values.insert(rows.values.end(), row.values.begin(), row.values.end());
  ++rows.count;
  if (rows.ragged()) rows.row_begin.push_back(rows.values.size());
}

// A list that contains only numbers by now, or rows of them, is packed as if they had been written.
void pack(Value& value) {
  const List& items = *value.list();
  const auto all = [&](auto test) { return std::all_of(items.begin(), items.end(), test); };
  auto packed = std::make_unique<PackedNumbers>();
  if (all([](const Value& item) { return item.number() != nullptr; })) {
    for (const Value& item : items) packed->values.push_back(*item.number());
    packed->count = items.size();
  } else if (all([](const Value& item) { return item.packed() && !item.packed()->is_rows; })) {
    packed->is_rows = true;
    for (const Value& item : items) append_row(*packed, *item.packed());
  } else {
    return;
  }
  value = Value(value.offset(), std::move(packed));
}

// Where the pass is: what the numbers there measure, and the keys above them.
struct Place {
  std::string_view section = {};  // the key in the scene
  std::string_view key = {};      // of the nearest object
  Measure measure = {};
  int depth = 0;  // of objects

  // In these the author chooses the keys, which therefore say nothing.
  bool holds_names() const {
    const bool by_name = section == "materials" || section == "combinations" ||
                         section == "groups" || section == "spring_groups" ||
                         section == "face_groups";
    return by_name && (depth == 1 || (depth == 2 && section == "combinations"));
  }
};

class ValuePass {
 public:
  ValuePass(Reading& reading, SceneValues& values) : reading_(reading), values_(values) {}

  /// True where a number took the place of a text.
  bool walk(Value& value, const Place& place) {
    if (value.text()) return resolve(value, place);
    if (value.list()) return walk_list(value, place);
    if (Object* members = value.object()) {
      // Its texts are words and names of cases.
      if (place.section == "combinations" && has_combination_rule(value)) return false;
      const Generator* kind = generator_of(value, place);
      for (Member& member : *members) {
        if (!member.value.number() && !member.value.packed()) walk_member(member, place, kind);
      }
    }
    return false;
  }

 private:
  bool walk_list(Value& value, Place place) {
    List& items = *value.list();
    const Measure measure = place.measure;
    bool changed = false;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (items[i].number() || items[i].packed()) continue;
      // a ramp has rows of time and value
      const bool time = place.key == "ramp" && i == 0 && !items[i].is_array();
      if (place.key == "ramp") place.measure = time ? known_time() : measure;
      changed = below(std::to_string(i), [&] { return walk(items[i], place); }) || changed;
    }
    if (changed) pack(value);
    return changed;
  }

  // An entry of `generate` knows its options by its kind.
  static const Generator* generator_of(const Value& object, const Place& place) {
    if (place.section != "generate" || place.depth != 1) return nullptr;
    const Value* kind = object.find("kind");
    return kind && kind->text() ? find_generator(*kind->text()) : nullptr;
  }

  void walk_member(Member& member, const Place& above, const Generator* kind) {
    const bool is_name = above.holds_names() && member.key != "note";
    const std::string_view key = is_name ? std::string_view() : member.key;
    if (holds_no_formulas(key)) return;
    Place place;
    place.section = above.depth == 0 ? key : above.section;
    place.key = key;
    const std::optional<Measure> option = kind ? measure_of_option(*kind, key) : std::nullopt;
    place.measure = option ? *option : measure_of(key, place.section, above.key, above.measure);
    place.depth = above.depth + 1;
    below(pointer_part(member.key), [&] { return walk(member.value, place); });
  }

  template <class Work>
  bool below(const std::string& part, const Work& work) {
    const std::size_t length = pointer_.size();
    pointer_ += '/';
    pointer_ += part;
    const bool changed = work();
    pointer_.resize(length);
    return changed;
  }

  bool resolve(Value& value, const Place& place) {
    const std::string_view text = *value.text();
    const bool formula = is_formula(text);
    if (!formula && (place.measure.kind == Measure::Kind::none || !looks_like_quantity(text))) {
      return false;
    }
    if (reading_.findings.full()) return false;
    double number = kStandIn;
    try {
      number = formula ? values_.table.evaluate(text)
                       : quantity(text, place.measure, values_.units, place.key);
      if (formula) check_dimension(text, place);
      if (formula) values_.keep(pointer_, text);
    } catch (const ExpressionError& error) {
      refuse(value, error.position, error.message);
    } catch (const UnitError& error) {
      // a generator may well have a text there
      if (place.measure.kind == Measure::Kind::any) return false;
      refuse(value, error.position, error.message);
    }
    value = Value(value.offset(), number);
    return true;
  }

  // A formula of parameters that were given with units must fit its place.
  void check_dimension(std::string_view formula, const Place& place) const {
    if (place.measure.kind != Measure::Kind::known) return;
    const std::string fault = values_.table.dimension_fault(
        formula, place.key, place.measure.dimension, place.measure.degrees);
    if (!fault.empty()) throw ExpressionError{0, fault};
  }

  void refuse(const Value& value, std::size_t position, const std::string& message) {
    const std::size_t offset = offset_in_string(reading_.findings.text(), value.offset(), position);
    reading_.findings.add_at(offset, value, pointer_, message);
    values_.good = false;
  }

  static Measure known_time() { return {Measure::Kind::known, kTime, false}; }

  Reading& reading_;
  SceneValues& values_;
  std::string pointer_;
};

}  // namespace

void SceneValues::keep(const std::string& pointer, std::string_view formula) {
  // else a long key would cost its length again for each formula below it
  constexpr std::size_t kLongestPointer = 500;
  if (pointer.size() <= kLongestPointer) formulas.push_back({pointer, std::string(formula)});
}

SceneValues resolve_values(Reading& reading, Value& root, const Settings& settings) {
  SceneValues values;
  values.units = read_units(reading, root);
  read_parameters(reading, root, settings, values);
  ValuePass(reading, values).walk(root, {});
  return values;
}

}  // namespace tensio::io
