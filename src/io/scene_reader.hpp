// From the tree of a scene file to a System: one reader, its sections in several files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/columns.hpp"
#include "io/findings.hpp"
#include "io/json_value.hpp"
#include "io/scene_keys.hpp"
#include "io/selections.hpp"
#include "tensio/system.hpp"

namespace tensio::io {

/// Nodes, or springs; ids and three times their number fit into an int.
inline constexpr std::size_t kMaxItems = 500'000'000;

/// What a row of coordinates looks like in 1, 2 and 3 dimensions.
inline constexpr std::string_view kRowExample[] = {"", "[1]", "[1, 0]", "[1, 0, 0]"};

/// Reads one scene; what is wrong goes to the findings. Packed numbers are taken out of the tree.
class SceneReader {
 public:
  explicit SceneReader(Reading& reading) : reading_(reading), findings_(reading.findings) {}
  System read(Value& root);

 private:
  void read_header(const Value& root);
  void read_dimension(const Value& root);
  void read_nodes(Value& root);
  void read_positions(Value& nodes);
  void read_names(const Value& value);
  void read_fixed(const Value& value);
  void read_fixed_item(const Value& item, const std::string& pointer);
  std::uint8_t read_axes(const Value& value, const std::string& pointer);
  void read_springs(const Value& root);
  void read_spring_set(const Value& value, const std::string& pointer);
  void read_law(const Value& value, const std::string& pointer, SpringSet& set);
  bool has_long_row(const Value& ends, const std::string& pointer);
  void read_ends(Value& value, const std::string& pointer, SpringSet& set);
  void read_loads(const Value& root);
  void read_load(const Value& value, const std::string& pointer);
  void read_force(Value& value, const std::string& pointer, Load& load);
  void read_gravity(const Value& root);
  void read_groups(const Value& root);
  void read_equilibrium(const Value& root);
  void read_max_iterations(const Value& value);

  // A spring set that has a name, and the place of the name.
  struct NamedSet {
    std::string name = {};
    int first = 0;
    int count = 0;
    const Value* value = nullptr;
    std::string pointer = {};
  };

  const Value* selected_nodes(const Value& object, const std::string& pointer, std::string& place);
  bool is_object(const Value& value, const std::string& pointer, std::string_view what,
                 KeyPlace keys);
  std::string text_of(const Value& object, const std::string& pointer, std::string_view key);
  std::vector<double> widened(std::vector<double> values) const;
  int node_count() const { return system_.node_count(); }

  Reading& reading_;
  Findings& findings_;
  System system_;
  int written_dimension_ = 3;
  bool drawn_ = false;     // positions were read
  bool ends_good_ = true;  // every spring joins two nodes that are there
  int spring_count_ = 0;
  std::vector<NamedSet> set_names_;
  std::optional<Selections> nodes_;
};

}  // namespace tensio::io
