// Reading selections.
#include "io/scene/selections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "core/index.hpp"
#include "core/pointer.hpp"
#include "io/json/text.hpp"
#include "io/scene/formulas/parameter_table.hpp"
#include "io/scene/keys.hpp"
#include "io/text/characters.hpp"

namespace tensio::io {
namespace {

constexpr int kMaxGroupDepth = 16;
enum Variable { kX, kY, kZ, kId, kLength };

// The values of one node, spring or face at a time.
class ItemValues : public Values {
 public:
  ItemValues(const System& system, const std::vector<const std::vector<int>*>& groups)
      : system_(system), groups_(groups) {}
  /// An item and the nodes whose middle it lies at.
  void set(int item, std::span<const int> nodes) {
    item_ = item;
    nodes_ = nodes;
  }
  double variable(int index) const override {
    if (index == kId) return item_;
    if (index == kLength) return length();
    double sum = 0;
    for (const int node : nodes_) sum += coordinate(node, index);
    return sum / static_cast<double>(nodes_.size());
  }
  bool in_group(int index) const override {
    const std::vector<int>& members = *groups_[index];
    return std::binary_search(members.begin(), members.end(), item_);
  }

 private:
  double coordinate(int node, int axis) const {
    return system_.nodes.position[usize(node) * usize(system_.dimension) + usize(axis)];
  }
  double length() const {
    double sum = 0;
    for (int axis = 0; axis < system_.dimension; ++axis) {
      const double d = coordinate(nodes_[1], axis) - coordinate(nodes_[0], axis);
      sum += d * d;
    }
    return std::sqrt(sum);
  }

  const System& system_;
  const std::vector<const std::vector<int>*>& groups_;
  int item_ = 0;
  std::span<const int> nodes_;
};

// One side of a range: an id, or nothing.
bool read_bound(std::string_view text, int& bound, bool& given) {
  given = !text.empty();
  if (!given) return true;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), bound);
  return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

}  // namespace

bool Selections::define(const std::string& name, int first, int count) {
  std::vector<int> members(usize(count));
  std::iota(members.begin(), members.end(), first);
  return define(name, std::move(members));
}

bool Selections::define(const std::string& name, std::vector<int> members) {
  if (index_.count(name) > 0) return false;
  Entry entry;
  entry.name = name;
  entry.state = Entry::State::done;
  entry.members = std::move(members);
  index_.emplace(name, entries_.size());
  entries_.push_back(std::move(entry));
  return true;
}

void Selections::define_groups(const Value& object, const std::string& pointer) {
  // first the names, so that the order of groups does not matter
  for (const Member& member : *object.object()) {
    if (member.key == "note") continue;
    const std::string place = pointer + '/' + pointer_part(member.key);
    std::string fault = group_name_fault(member.key);
    if (fault.empty() && index_.count(member.key) > 0) {
      // a name given twice in one object is reported as a key given twice
      if (entries_[index_.find(member.key)->second].value != nullptr) continue;
      fault = from_.kind == Selectable::Kind::faces
                  ? fmt::format("`{}` names faces already; choose another", shortened(member.key))
                  : fmt::format("`{}` is the name of a spring set or part already; choose another",
                                shortened(member.key));
    }
    if (!fault.empty()) {
      reading_.findings.add(member.key_offset, place, fault);
      continue;
    }
    Entry entry;
    entry.name = std::string(member.key);
    entry.value = &member.value;
    entry.pointer = place;
    index_.emplace(entry.name, entries_.size());
    entries_.push_back(std::move(entry));
  }
  for (Entry& entry : entries_) resolve_entry(entry);
}

void Selections::resolve_entry(Entry& entry) {
  if (entry.state != Entry::State::open) return;
  entry.state = Entry::State::in_work;
  ++depth_;
  Ids ids;
  collect(*entry.value, entry.pointer, ids);
  --depth_;
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  ids.shrink_to_fit();
  entry.members = std::move(ids);
  entry.state = Entry::State::done;
}

std::vector<Group> Selections::take_groups() {
  std::vector<Group> groups;
  for (Entry& entry : entries_) {
    if (entry.value == nullptr) continue;
    groups.push_back({std::move(entry.name), std::move(entry.members)});
  }
  return groups;
}

void Selections::append(const Value& value, const std::string& pointer) {
  if (stamps_.empty()) stamps_.resize(usize(from_.count), 0);
  Ids ids;
  collect(value, pointer, ids);
  for (int id : ids) {
    std::uint32_t& stamp = stamps_[id];
    if (stamp == stamp_) {
      twice_so_far_ = id;
    } else {
      selected_.push_back(id);
    }
    stamp = stamp_;
  }
}

std::vector<int> Selections::take() {
  ++stamp_;
  named_twice_ = std::exchange(twice_so_far_, -1);
  return std::exchange(selected_, Ids());
}

std::vector<int> Selections::read(const Value& value, const std::string& pointer) {
  append(value, pointer);
  return take();
}

void Selections::collect(const Value& value, const std::string& pointer, Ids& ids) {
  const List* items = value.list();
  if (items == nullptr) return collect_item(value, pointer, ids);
  for (std::size_t i = 0; i < items->size() && !reading_.findings.full(); ++i) {
    const std::string place = fmt::format("{}/{}", pointer, i);
    if ((*items)[i].is_array()) {
      reading_.findings.add(
          (*items)[i], place,
          fmt::format("a list of {}s cannot contain lists; remove the inner brackets",
                      from_.one()));
    } else {
      collect_item((*items)[i], place, ids);
    }
  }
}

void Selections::collect_item(const Value& value, const std::string& pointer, Ids& ids) {
  if (const double* number = value.number()) {
    const std::string fault = id_fault(*number);
    if (fault.empty()) {
      ids.push_back(static_cast<int>(*number));
    } else {
      reading_.findings.add(value, pointer, fault);
    }
  } else if (value.packed()) {
    collect_packed(value, pointer, ids);
  } else if (value.text()) {
    collect_text(value, pointer, ids);
  } else if (value.object()) {
    check_keys(reading_.findings, value, pointer, KeyPlace::selection);
    collect_where(value, pointer, ids);
  } else {
    reading_.findings.add(value, pointer,
                          fmt::format("this names no {}; give an id, a range \"0:10\", the name of "
                                      "a group, {{\"where\": \"...\"}}, or a list of them",
                                      from_.one()));
  }
}

std::string Selections::id_fault(double number) const {
  const std::optional<int> id = whole_number(number);
  if (!id)
    return fmt::format("{} is not a {} id; ids are whole numbers from 0", number, from_.one());
  if (*id >= 0 && *id < from_.count) return {};
  if (from_.count == 0)
    return fmt::format("there is no {0} {1}: there are no {0}s", from_.one(), *id);
  return fmt::format("there is no {0} {1}: the {0}s are 0 to {2}", from_.one(), *id,
                     from_.count - 1);
}

void Selections::collect_packed(const Value& value, const std::string& pointer, Ids& ids) {
  const PackedNumbers& packed = *value.packed();
  if (packed.is_rows) {
    reading_.findings.add_item(
        value, pointer, 0,
        fmt::format("a list of {}s cannot contain lists; remove the inner brackets", from_.one()));
    return;
  }
  ids.reserve(ids.size() + packed.values.size());
  for (std::size_t i = 0; i < packed.values.size() && !reading_.findings.full(); ++i) {
    const std::string fault = id_fault(packed.values[i]);
    if (fault.empty()) {
      ids.push_back(static_cast<int>(packed.values[i]));
    } else {
      reading_.findings.add_item(value, pointer, i, fault);
    }
  }
}

void Selections::collect_text(const Value& value, const std::string& pointer, Ids& ids) {
  const std::string_view text = *value.text();
  if (names_file(value)) return collect_file(value, pointer, ids);
  if (collect_range(value, pointer, ids)) return;
  Entry* entry = resolve(text);
  if (entry == nullptr) {
    reading_.findings.add(value, pointer, unknown_group(text));
  } else if (entry->state == Entry::State::in_work) {
    reading_.findings.add(value, pointer,
                          fmt::format("the group `{}` leads back to itself; a group cannot contain "
                                      "itself",
                                      shortened(text)));
  } else if (entry->state == Entry::State::open) {
    reading_.findings.add(value, pointer,
                          fmt::format("groups contain groups more than {} deep here; name the {}s "
                                      "themselves",
                                      kMaxGroupDepth, from_.one()));
  } else if (within_budget(entry->members.size(), value, pointer)) {
    ids.insert(ids.end(), entry->members.begin(), entry->members.end());
  }
}

// The group, resolved unless that goes too deep or in a circle; nullptr where there is none.
Selections::Entry* Selections::resolve(std::string_view name) {
  const auto found = index_.find(name);
  if (found == index_.end()) return nullptr;
  Entry& entry = entries_[found->second];
  if (depth_ < kMaxGroupDepth) resolve_entry(entry);
  return &entry;
}

std::string Selections::unknown_group(std::string_view name) const {
  const std::string_view kind = from_.kind == Selectable::Kind::nodes     ? "group"
                                : from_.kind == Selectable::Kind::springs ? "spring group"
                                                                          : "group of faces";
  const bool digits = !name.empty() && std::all_of(name.begin(), name.end(),
                                                   [](char c) { return c >= '0' && c <= '9'; });
  if (digits) {
    return fmt::format("there is no {} `{}`; ids are written without quotes", kind,
                       shortened(name));
  }
  std::vector<std::string_view> names;
  for (const Entry& entry : entries_) names.push_back(entry.name);
  return undefined_name(name, kind, std::move(names),
                        from_.kind == Selectable::Kind::nodes     ? "define it in `groups`"
                        : from_.kind == Selectable::Kind::springs ? "define it in `spring_groups`"
                                                                  : "define it in `face_groups`");
}

bool Selections::collect_range(const Value& value, const std::string& pointer, Ids& ids) {
  const std::string_view text = *value.text();
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return false;
  int first = 0, last = from_.count;
  bool first_given = false, last_given = false;
  const bool read = read_bound(text.substr(0, colon), first, first_given) &&
                    read_bound(text.substr(colon + 1), last, last_given);
  if (!read) {
    reading_.findings.add(
        value, pointer,
        fmt::format("`{}` is not a range; write \"0:10\" for 0 to 9, \"5:\" for 5 to "
                    "the last, \":5\" for 0 to 4",
                    shortened(text)));
    return true;
  }
  if (first < 0 || last > from_.count || first > last) {
    reading_.findings.add(value, pointer,
                          fmt::format("the range `{}` must go upwards within 0:{}, as there are {} "
                                      "{}s",
                                      shortened(text), from_.count, from_.count, from_.one()));
    return true;
  }
  if (!within_budget(usize(last - first), value, pointer)) return true;
  for (int id = first; id < last; ++id) ids.push_back(id);
  return true;
}

void Selections::collect_file(const Value& value, const std::string& pointer, Ids& ids) {
  const std::optional<NpyArray> array = read_file(reading_, value, pointer, {"id", {}, false});
  if (!array) return;
  const std::string name = shortened(*value.text());
  const bool mask_fits = !array->is_mask || array->rows == usize(from_.count);
  if (array->width != 1 || !mask_fits) {
    reading_.findings.add(
        value, pointer,
        fmt::format("the file `{}` contains {} x {} values; a selection is a list of "
                    "ids, or true or false for each of the {} {}s",
                    name, array->rows, array->width, from_.count, from_.one()));
    return;
  }
  for (std::size_t i = 0; i < array->values.size(); ++i) {
    if (array->is_mask) {
      if (array->values[i] != 0.0) ids.push_back(static_cast<int>(i));
      continue;
    }
    const std::string fault = id_fault(array->values[i]);
    if (!fault.empty()) {
      reading_.findings.add(value, pointer,
                            fmt::format("entry {} of the file `{}`: {}", i, name, fault));
      return;
    }
    ids.push_back(static_cast<int>(array->values[i]));
  }
}

Symbol Selections::symbol(std::string_view name) {
  const auto unknown = [](std::string message) {
    return Symbol{Symbol::Kind::unknown, 0, std::move(message), 0};
  };
  const double* parameter = reading_.parameters ? reading_.parameters->find(name) : nullptr;
  static constexpr std::string_view kOwn[] = {"x", "y", "z", "id", "length"};
  const auto* own = std::find(std::begin(kOwn), std::end(kOwn), name);
  if (own != std::end(kOwn)) {
    if (parameter) {
      return unknown(
          fmt::format("`{}` is a parameter too, and here it has a meaning of its own; "
                      "give the parameter another name",
                      name));
    }
    const int index = static_cast<int>(own - std::begin(kOwn));
    if (index <= kZ && index >= from_.dimension) {
      return unknown(fmt::format("there is no `{}` in dimension {}", name, from_.dimension));
    }
    if (index == kLength && from_.kind != Selectable::Kind::springs) {
      return unknown(fmt::format("`length` is known of springs, not of {}s", from_.one()));
    }
    return {Symbol::Kind::variable, index, {}, 0};
  }
  Entry* entry = resolve(name);
  if (entry != nullptr && parameter) {
    return unknown(fmt::format("`{}` is a group and a parameter; give one of them another name",
                               shortened(name)));
  }
  if (parameter) return {Symbol::Kind::constant, 0, {}, *parameter};
  if (entry == nullptr) return unknown(unknown_group(name));
  if (entry->state != Entry::State::done) {
    return unknown(fmt::format("the group `{}` leads back to itself or is nested too deeply",
                               shortened(name)));
  }
  return {Symbol::Kind::group, static_cast<int>(entry - entries_.data()), {}, 0};
}

void Selections::collect_where(const Value& object, const std::string& pointer, Ids& ids) {
  const Value* formula = object.find("where");
  const std::string place = pointer + "/where";
  if (formula == nullptr) {
    reading_.findings.add_missing(object, pointer, "where",
                                  "a selection object needs `where`: {\"where\": \"z > 1\"}");
    return;
  }
  if (!formula->text()) {
    reading_.findings.add(*formula, place,
                          "`where` must be a string such as \"z > 1 and not rim\"");
    return;
  }
  std::vector<const std::vector<int>*> groups;
  Expression condition;
  try {
    condition = Expression::parse(*formula->text(), Expression::Result::truth,
                                  [&](std::string_view name) { return symbol(name); });
  } catch (const ExpressionError& error) {
    const std::size_t offset =
        offset_in_string(reading_.findings.text(), formula->offset(), error.position);
    reading_.findings.add_at(offset, *formula, place, error.message);
    return;
  }
  if (!from_.drawn) return;
  for (const Entry& entry : entries_) groups.push_back(&entry.members);

  // every item is asked in turn
  ItemValues values(from_.system, groups);
  const auto ask = [&](int id, std::span<const int> nodes) {
    values.set(id, nodes);
    if (condition.truth(values)) ids.push_back(id);
  };
  if (from_.kind == Selectable::Kind::springs) {
    int id = 0;
    for (const SpringSet& set : from_.system.springs) {
      for (const std::array<int, 2>& ends : set.ends) ask(id++, ends);
    }
  } else {
    for (int id = 0; id < from_.count; ++id) {
      if (from_.kind == Selectable::Kind::faces) {
        ask(id, from_.system.faces.corners(id));
      } else {
        ask(id, {&id, 1});
      }
    }
  }
  within_budget(ids.size(), object, pointer);
}

// Selections may name more than the file contains, but not without bound.
bool Selections::within_budget(std::size_t more, const Value& value, const std::string& pointer) {
  const std::size_t bytes = reading_.findings.text().size() + reading_.files.bytes_read();
  const std::size_t budget = 1'000'000 + 8 * (bytes + usize(from_.count));
  const bool reported = ids_named_ > budget;
  ids_named_ += more;
  if (ids_named_ <= budget) return true;
  if (reported) return false;
  reading_.findings.add(value, pointer,
                        fmt::format("the selections of this file name more than {} {}s in all; use "
                                    "fewer or smaller ones",
                                    budget, from_.one()));
  return false;
}

}  // namespace tensio::io
