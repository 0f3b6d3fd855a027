// The kinds of parts by name, with their options: what scene files, the command line, the schema
// and the manual share.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tensio/scenes/lattices.hpp"
#include "tensio/scenes/parts.hpp"

namespace tensio {

enum class OptionType {
  number,
  whole_number,
  truth,         ///< true or false
  word,          ///< one of some words
  material,      ///< the name of a material of the scene
  vector,        ///< a list of numbers
  pairs,         ///< a list of rows of two whole numbers
  distribution,  ///< a number, or how numbers are drawn
  mesh,          ///< a file with faces
  viscous,       ///< these four as in a spring set
  yield,
  breaks,
  active,
};
/// "a whole number", for messages.
const char* to_string(OptionType type);

/// Whole numbers are doubles too; words and names are strings.
using OptionValue =
    std::variant<double, bool, std::string, std::vector<double>, std::vector<std::array<int, 2>>,
                 scenes::Distribution, System, Viscous, Yield, Break, Active>;
using OptionValues = std::vector<std::pair<std::string, OptionValue>>;

struct GeneratorOption {
  std::string name = {};
  OptionType type = OptionType::number;
  std::string unit = {};  ///< "N/m", or empty
  std::string help = {};
  std::string preset = {};              ///< the default, as JSON; empty: none
  std::vector<std::string> words = {};  ///< the values that an option of type word takes
  std::optional<double> least = {};     ///< of numbers
  std::optional<double> most = {};
  bool above_least = false;  ///< `least` itself is not allowed
};

/// A node group or spring set of a kind, with its description.
struct GeneratorName {
  std::string name = {};
  std::string help = {};
};

/// A scene that shows a kind: what it has besides the part, as members of JSON. NAME stands for the
/// name of the part.
struct StarterScene {
  int dimension = 3;
  std::vector<std::string> members = {};
  std::string option = {};  ///< only for parts with this option
  std::string value = {};   ///< and this value of it; empty: any value
};

struct Generator {
  std::string name = {};
  std::string summary = {};
  std::vector<GeneratorOption> options = {};
  std::vector<GeneratorName> groups = {};   ///< of nodes
  std::vector<GeneratorName> springs = {};  ///< spring sets
  std::vector<StarterScene> starters = {};  ///< at least one for each dimension
};

/// Every kind, in the order of the manual.
const std::vector<Generator>& generators();
/// The kind of this name, or nullptr.
const Generator* find_generator(std::string_view kind);

struct GenerateOptions {
  int dimension = 3;                   ///< of the scene that it is for
  std::size_t max_nodes = 50'000'000;  ///< more are refused
};

/// A part of a kind. Throws Error with every option that is wrong, its name as the pointer
/// ("/columns"), and where there would be too many nodes, before they are made.
System generate_part(std::string_view kind, const OptionValues& values = {},
                     const GenerateOptions& options = {});

/// A scene file with one part, ready to be solved and run: the starter scene of a kind. `options`
/// are names and values as JSON; a dimension of 0 is the one that suits them. Throws Error where
/// the kind has no scene of this dimension.
std::string starter_scene(const Generator& kind, int dimension,
                          const std::vector<std::pair<std::string, std::string>>& options = {});

}  // namespace tensio
