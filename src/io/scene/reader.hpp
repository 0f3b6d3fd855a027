// From the tree of a scene file to a System: a function for each section, over one state.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "io/json/value.hpp"
#include "io/scene/columns.hpp"
#include "io/scene/fields.hpp"
#include "io/scene/keys.hpp"
#include "io/scene/sections.hpp"
#include "io/scene/selections.hpp"
#include "model/append.hpp"
#include "tensio/files/import.hpp"
#include "tensio/model/system.hpp"

namespace tensio::io {

/// Nodes, or springs; ids and three times their number fit into an int.
inline constexpr std::size_t kMaxItems = 500'000'000;

/// What a row of coordinates looks like in 1, 2 and 3 dimensions.
inline constexpr std::string_view kRowExample[] = {"", "[1]", "[1, 0]", "[1, 0, 0]"};

/// The names of an enumeration's first values, in their order.
template <class Enum>
std::vector<std::string_view> names_of(int count) {
  std::vector<std::string_view> names;
  names.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) names.emplace_back(to_string(static_cast<Enum>(i)));
  return names;
}

/// A spring set that has a name, and the place of the name.
struct NamedSet {
  std::string name = {};
  int first = 0;
  int count = 0;
  const Value* value = nullptr;
  std::string pointer = {};
};

/// A mesh or something generated, on its way into the scene.
struct ScenePart {
  System system = {};
  Placement placement = {};
  std::string name = {};
  PlacedNodes nodes = {};
  int first_node = 0;  ///< of those that it adds
  int first_set = 0;
  int first_face = 0;
  const Value* value = nullptr;
  std::string pointer = {};
};

/// One scene while it is read; what is wrong goes to the findings.
struct SceneReading {
  Reading& reading;
  std::size_t max_generated = 0;  ///< no more nodes than this are made by generators
  std::size_t generated = 0;
  System system = {};
  int written_dimension = 3;
  bool drawn = false;      ///< positions were read
  int own_nodes = 0;       ///< those of `nodes`, which come before those of parts
  bool parts_good = true;  ///< false: a mesh or a part is missing, so that no id can be trusted
  bool ends_good = true;   ///< every spring joins two nodes that are there
  bool corners_good = true;
  bool faces_object = false;  ///< `faces` is an object, and not the list of them
  int spring_count = 0;
  std::vector<std::string> fixed_places = {};     ///< of each entry of `fixed`
  std::set<std::string, std::less<>> mixed = {};  ///< places of selections that are not plain ids
  std::set<std::string_view> material_names = {};
  std::vector<NamedSet> set_names = {};
  std::vector<ScenePart> parts = {};
  std::optional<Selections> node_selections = {};
  std::optional<Selections> spring_selections = {};
  std::optional<Selections> face_selections = {};

  int node_count() const { return system.node_count(); }
};

/// Reads one scene. Packed numbers are taken out of the tree.
System read_scene(SceneReading& scene, Value& root);
/// Where in the file a pointer into the system leads: entries of `fixed` and ids of selections are
/// not counted as they are written.
std::string place_in_file(const SceneReading& scene, const std::string& pointer);
/// Gives formulas the pointers under which their numbers are written.
void place_formulas(const SceneReading& scene, std::vector<Formula>& formulas);

// ---- sections ----

void read_positions(SceneReading& scene, Value& nodes);
void read_nodes(SceneReading& scene, Value& root);
void read_materials(SceneReading& scene, const Value& root);
void read_meshes(SceneReading& scene, const Value& root);
void read_generators(SceneReading& scene, const Value& root);
void read_springs(SceneReading& scene, const Value& root);
void read_faces(SceneReading& scene, const Value& root);
void read_loads(SceneReading& scene, const Value& root);
void read_combinations(SceneReading& scene, const Value& root);
void read_combination_rule(SceneReading& scene, const Value& section);
void read_stages(SceneReading& scene, const Value& root);
void read_drag(SceneReading& scene, const Value& root);
void read_wind(SceneReading& scene, const Value& root);
void read_obstacles(SceneReading& scene, const Value& root);
void read_events(SceneReading& scene, const Value& root);
void read_probes(SceneReading& scene, const Value& root);
void read_simulation(SceneReading& scene, const Value& root);
void read_recorded(SceneReading& scene, const Value& root);

// ---- meshes and generated parts ----

/// Adds a part, with the keys `name`, `scale`, `rotate`, `at` and `join` of its object: its nodes
/// immediately, so that springs can end there, the rest after the scene's own nodes and springs.
void add_part(SceneReading& scene, System system, const Value& value, const std::string& pointer);
void append_nets(SceneReading& scene);
void append_values_of_parts(SceneReading& scene);
void define_of_parts(SceneReading& scene, Selections& selections, const std::vector<Group>& groups);
/// What is wrong with a value of a part is said of the part, at the key that gave the value; an
/// empty text where the pointer leads to none.
std::string place_in_part(const SceneReading& scene, const std::string& pointer);
/// The contents of the file named by the text; `key` is the key of the text.
std::optional<System> import_named(SceneReading& scene, const Value& file, const std::string& place,
                                   const std::string& key, const ImportOptions& options);

// ---- what several sections have ----

/// The name of a material that is there.
std::string read_material_name(SceneReading& scene, const Value& value, const std::string& pointer);
std::optional<Law> read_law(Reading& reading, const Value& value, const std::string& pointer);
/// The numbers of the laws polynomial and table.
void read_curve(Reading& reading, const Value& object, const std::string& pointer,
                std::vector<double>& coefficients, std::vector<std::array<double, 2>>& points);
/// Viscous, yield, break and active of a set, a material or a generated part.
template <class Owner>
void read_parts(Reading& reading, const Value& value, const std::string& pointer, Owner& owner,
                FieldItems items = {});
/// Law, material and curve of a set's springs.
void read_spring_properties(SceneReading& scene, const Value& value, const std::string& pointer,
                            SpringSet& set);
/// The columns of a set, and those of its parts. Without items that could be counted, only one
/// number for all can be taken.
void read_spring_values(SceneReading& scene, const Value& value, const std::string& pointer,
                        SpringSet& set, const FieldItems& items);
/// Ids, ascending.
std::vector<int> read_selection(SceneReading& scene, Selections& from, const Value& value,
                                const std::string& pointer);
/// The value that says which nodes: `nodes`, or `node`.
const Value* selected_nodes(Reading& reading, const Value& object, const std::string& pointer,
                            std::string& place);
/// A displacement of supports.
std::vector<double> read_move(SceneReading& scene, const Value& value, const std::string& pointer);
/// A vector that must be there.
std::vector<double> vector_of(SceneReading& scene, const Value& object, const std::string& pointer,
                              const char* key);
std::vector<Waveform> vector_of_waves(SceneReading& scene, const Value& value,
                                      const std::string& pointer, const char* key);
/// One number per row becomes two: a line is carried in the plane.
std::vector<double> widened(const SceneReading& scene, std::vector<double> values);

}  // namespace tensio::io
