// Which nodes or springs are meant: ids, ranges, groups and conditions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "io/scene/columns.hpp"
#include "io/scene/formulas/expression.hpp"
#include "tensio/model/system.hpp"

namespace tensio::io {

/// What is selected from: the nodes of a system, its springs, or its faces.
struct Selectable {
  enum class Kind { nodes, springs, faces };
  const System& system;
  Kind kind = Kind::nodes;
  int count = 0;
  int dimension = 3;  ///< as written in the file
  bool drawn = true;  ///< false where the places could not be read: no condition is evaluated

  std::string_view one() const {
    return kind == Kind::nodes ? "node" : kind == Kind::springs ? "spring" : "face";
  }
};

class Selections {
 public:
  Selections(Reading& reading, const Selectable& from) : reading_(reading), from_(from) {}

  /// A group of consecutive items; false where the name is taken.
  bool define(const std::string& name, int first, int count);
  /// A group whose members, ascending, are known; false where the name is taken.
  bool define(const std::string& name, std::vector<int> members);
  /// The groups of the file, which may refer to each other in any order.
  void define_groups(const Value& object, const std::string& pointer);
  /// Groups that the file defined, in its order; to be called last.
  std::vector<Group> take_groups();

  /// Ids in the order named, each once: `append` as often as needed, then `take`.
  void append(const Value& value, const std::string& pointer);
  std::vector<int> take();
  /// Both in one.
  std::vector<int> read(const Value& value, const std::string& pointer);
  /// An id that the last selection taken named more than once, or -1.
  int named_twice() const { return named_twice_; }

  /// What one of those selected is called.
  std::string_view one() const { return from_.one(); }

 private:
  struct Entry {
    std::string name = {};
    const Value* value = nullptr;  // nullptr for groups that are known from the start
    std::string pointer = {};
    enum class State { open, in_work, done } state = State::open;
    bool failed = false;
    std::vector<int> members = {};
  };
  using Ids = std::vector<int>;

  void collect(const Value& value, const std::string& pointer, Ids& ids);
  void collect_item(const Value& value, const std::string& pointer, Ids& ids);
  void collect_packed(const Value& value, const std::string& pointer, Ids& ids);
  void collect_text(const Value& value, const std::string& pointer, Ids& ids);
  void collect_file(const Value& value, const std::string& pointer, Ids& ids);
  void collect_where(const Value& object, const std::string& pointer, Ids& ids);
  bool collect_range(const Value& value, const std::string& pointer, Ids& ids);
  std::string id_fault(double number) const;
  Symbol symbol(std::string_view name);
  Entry* resolve(std::string_view name);
  void resolve_entry(Entry& entry);
  std::string unknown_group(std::string_view name) const;
  bool within_budget(std::size_t more, const Value& value, const std::string& pointer);

  Reading& reading_;
  const Selectable from_;
  std::vector<Entry> entries_;
  std::map<std::string, std::size_t, std::less<>> index_;
  int depth_ = 0;
  std::size_t ids_named_ = 0;
  Ids selected_;
  std::vector<std::uint32_t> stamps_;  // the selection in which an id was named last
  std::uint32_t stamp_ = 1;
  int named_twice_ = -1;
  int twice_so_far_ = -1;
};

}  // namespace tensio::io
