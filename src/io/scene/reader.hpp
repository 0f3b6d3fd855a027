// From the tree of a scene file to a System: one reader, its sections in several files.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/json/value.hpp"
#include "io/scene/columns.hpp"
#include "io/scene/findings.hpp"
#include "io/scene/keys.hpp"
#include "io/scene/selections.hpp"
#include "model/append.hpp"
#include "tensio/generators.hpp"
#include "tensio/import.hpp"
#include "tensio/system.hpp"

namespace tensio::io {

/// Nodes, or springs; ids and three times their number fit into an int.
inline constexpr std::size_t kMaxItems = 500'000'000;

/// What a row of coordinates looks like in 1, 2 and 3 dimensions.
inline constexpr std::string_view kRowExample[] = {"", "[1]", "[1, 0]", "[1, 0, 0]"};

/// The names of an enumeration's first values, in their order.
template <class Enum>
std::vector<std::string_view> names_of(int count) {
  std::vector<std::string_view> names;
  for (int i = 0; i < count; ++i) names.emplace_back(to_string(static_cast<Enum>(i)));
  return names;
}

/// Reads one scene; what is wrong goes to the findings. Packed numbers are taken out of the tree.
class SceneReader {
 public:
  /// No more than `max_generated` nodes are made by generators.
  SceneReader(Reading& reading, std::size_t max_generated)
      : reading_(reading), findings_(reading.findings), max_generated_(max_generated) {}
  System read(Value& root);
  /// Where in the file a pointer into the system leads: entries of `fixed` and ids of selections
  /// are not counted as they are written.
  std::string place_in_file(const std::string& pointer) const;
  /// False where a mesh or a generated part is missing, so that no id can be trusted.
  bool parts_good() const { return parts_good_; }
  /// Gives formulas the pointers under which their numbers are written.
  void place_formulas(std::vector<Formula>& formulas) const;

 private:
  void read_header(const Value& root);
  void read_dimension(const Value& root);
  void read_nodes(Value& root);
  void read_positions(Value& nodes);
  void read_names(const Value& value);
  void read_fixed(const Value& value);
  void read_fixed_item(const Value& item, const std::string& pointer);
  std::vector<double> read_move(const Value& value, const std::string& pointer);
  std::uint8_t read_axes(const Value& value, const std::string& pointer);
  void read_materials(const Value& root);
  void read_material(const Member& member, const std::string& pointer);
  std::string read_material_name(const Value& value, const std::string& pointer);
  std::optional<Law> read_law(const Value& value, const std::string& pointer);
  void read_curve(const Value& object, const std::string& pointer,
                  std::vector<double>& coefficients, std::vector<std::array<double, 2>>& points);
  void read_generators(const Value& root);
  void read_generator(const Value& value, const std::string& pointer);
  const Generator* read_kind(const Value& value, const std::string& pointer);
  void check_options(const Value& value, const std::string& pointer, const Generator& kind);
  OptionValues read_options(const Value& value, const std::string& pointer, const Generator& kind);
  std::optional<OptionValue> read_option(const Value& object, Value& given,
                                         const std::string& place, const GeneratorOption& option);
  std::optional<OptionValue> read_pairs(Value& given, const std::string& place,
                                        const GeneratorOption& option);
  std::optional<OptionValue> read_distribution(const Value& given, const std::string& place,
                                               const GeneratorOption& option);
  void make_part(const Value& value, const std::string& pointer, const Generator& kind,
                 const OptionValues& values);
  void read_springs(const Value& root);
  void read_spring_set(const Value& value, const std::string& pointer);
  /// Law, material, curve and parts: what a set's springs are made of, besides columns.
  void read_stuff(const Value& value, const std::string& pointer, SpringSet& set);
  void read_meshes(const Value& root);
  std::optional<System> read_mesh(const Value& value, const std::string& pointer);
  std::optional<System> read_mesh_file(const Value& value, const std::string& pointer,
                                       const ImportOptions& options);
  /// What the file named by the text holds; `key` is the key of the text.
  std::optional<System> import_named(const Value& file, const std::string& place,
                                     const std::string& key, const ImportOptions& options);
  void read_stuff_of_mesh(const Value& value, const std::string& pointer, System& mesh);
  void read_masses_of_mesh(const Value& value, const std::string& pointer, System& mesh);
  void distrust_numbers(const std::string& pointer);
  bool has_long_row(const Value& ends, const std::string& pointer);
  void read_ends(Value& value, const std::string& pointer, SpringSet& set);
  void read_loads(const Value& root);
  Load read_load(const Value& value, const std::string& pointer);
  std::string_view kind_of_load(const Value& load, const std::string& pointer);
  enum class Acted { nodes, springs, faces };
  static Acted acted_on(const Value& load, std::string_view kind);
  const Value* selected_by_load(const Value& load, const std::string& pointer, Acted on,
                                std::string& place);
  std::string read_case(const Value& load, const std::string& pointer);
  void read_force(Value& value, const std::string& pointer, Load& load);
  void read_combinations(const Value& root);
  void read_combination(const Member& member, const std::string& pointer,
                        const std::set<std::string_view>& cases);
  void read_stages(const Value& root);
  Stage read_stage(const Value& value, const std::string& pointer);
  void read_gravity(const Value& root);
  void read_groups(const Value& root);
  void define_groups(const Value& root, const char* key, Selections& selections, std::string& note);
  void read_equilibrium(const Value& root);
  template <class Owner>
  void read_parts(const Value& value, const std::string& pointer, Owner& owner);
  void read_faces(const Value& root);
  void read_corners(Value& value, const std::string& pointer);
  void read_drag(const Value& root);
  void read_wind(const Value& root);
  void read_simulation(const Value& root);
  void read_interval(const Value& object, const char* key, std::string_view allowed,
                     double& target);
  void read_obstacles(const Value& root);
  Obstacle read_obstacle(const Value& value, const std::string& pointer);
  void read_shape(const Value& value, const std::string& pointer, Obstacle& obstacle);
  void read_events(const Value& root);
  Event read_event(const Value& value, const std::string& pointer);
  void read_set(Member& member, const std::string& place, Event& event);
  std::string unknown_value(std::string_view name) const;
  void read_probes(const Value& root);
  Probe read_probe(const Value& value, const std::string& pointer);
  void read_quantity(const Value& value, const std::string& pointer, bool of_springs, Probe& probe);

  // A spring set that has a name, and the place of the name.
  struct NamedSet {
    std::string name = {};
    int first = 0;
    int count = 0;
    const Value* value = nullptr;
    std::string pointer = {};
  };

  // A mesh or something generated, on its way into the scene.
  struct Part {
    System system = {};
    Placement placement = {};
    std::string name = {};
    PlacedNodes nodes = {};
    int first_node = 0;  // of those that it adds
    int first_set = 0;
    int first_face = 0;
    const Value* value = nullptr;
    std::string pointer = {};
  };

  /// Takes a part in, with the keys `name`, `scale`, `rotate`, `at` and `join` of its object: its
  /// nodes at once, so that springs can end there, all else when the scene's own has been read.
  void add_part(System part, const Value& value, const std::string& pointer);
  /// The name, and where the part goes.
  void read_placement(const Value& value, const std::string& pointer, Part& part);
  void append_nets();
  void append_values_of_parts();
  void define_names();
  void define_of_parts(Selections& selections, const std::vector<Group>& groups);
  void try_on_part(const Part& part, const std::function<void()>& step);
  const Part* owner_of(int Part::*first, int index) const;
  std::string place_in_part(const std::string& pointer) const;

  std::vector<int> select(Selections& from, const Value& value, const std::string& pointer);
  void add_fixed(Fixed fixed, const std::string& pointer);
  const Value* selected_nodes(const Value& object, const std::string& pointer, std::string& place);
  bool is_object(const Value& value, const std::string& pointer, std::string_view what,
                 KeyPlace keys);
  std::string text_of(const Value& object, const std::string& pointer, std::string_view key);
  /// The items of a list of objects; nullptr where there are none.
  const List* list_of(const Value& root, std::string_view key, std::string_view example);
  /// A number that may be left out; `allowed` ends the message where there is something else.
  std::optional<double> number_of(const Value& object, const std::string& pointer,
                                  std::string_view key, std::string_view allowed);
  void read_into(const Value& object, const std::string& pointer, std::string_view key,
                 std::string_view allowed, double& target);
  /// Which of some words stands there.
  std::optional<int> word_of(const Value& object, const std::string& pointer, std::string_view key,
                             const std::vector<std::string_view>& words, KeyPlace place);
  std::vector<double> vector_of(const Value& object, const std::string& pointer, const char* key);
  std::vector<Waveform> vector_of_waves(const Value& value, const std::string& pointer,
                                        const char* key);
  /// Calls `read(member, pointer)` for everything that the object `key` names; gives its note.
  std::string read_named(const Value& root, std::string_view key, std::string_view example,
                         const std::function<void(const Member&, const std::string&)>& read);
  std::vector<double> widened(std::vector<double> values) const;
  int node_count() const { return system_.node_count(); }
  bool has_parts(const Value& root) const { return root.find("meshes") || root.find("generate"); }

  Reading& reading_;
  Findings& findings_;
  std::size_t max_generated_;
  std::size_t generated_ = 0;
  System system_;
  int written_dimension_ = 3;
  bool drawn_ = false;  // positions were read
  int own_nodes_ = 0;   // those of `nodes`, which come before those of parts
  bool parts_good_ = true;
  bool ends_good_ = true;  // every spring joins two nodes that are there
  bool corners_good_ = true;
  bool faces_object_ = false;  // `faces` is an object, and not the list of them
  int spring_count_ = 0;
  std::vector<std::string> fixed_places_;     // of each entry of `fixed`
  std::set<std::string, std::less<>> mixed_;  // places of selections that are not plain ids
  std::set<std::string_view> material_names_;
  std::vector<NamedSet> set_names_;
  std::vector<Part> parts_;
  std::optional<Selections> nodes_;
  std::optional<Selections> springs_;
  std::optional<Selections> faces_;
};

}  // namespace tensio::io
