// The registry's view of a kind of part, and helpers that kinds share.
#pragma once

#include <utility>

#include "scenes/options.hpp"

namespace tensio::scenes {

/// How large a part would be; in doubles, which do not overflow.
struct Size {
  double nodes = 0;
  double springs = 0;
};
/// Ids of nodes and springs, and three times their number, fit into an int.
inline constexpr double kMostNodes = 100e6;
/// Throws Error (limit) if a part of this size is too large.
void check_size(const Size& size, double max_nodes);

/// Throws Error with every option that is out of range, or if the part would be too large. `size`
/// is called only with options in range.
template <class Options>
void check_options(const Options& options, Size (*size)(const Options&)) {
  Table<Options>::of_kind().check(options);
  check_size(size(options), kMostNodes);
}

struct Kind {
  Generator about = {};
  std::function<System(const OptionValues&, const GenerateOptions&)> make = {};
};

/// `size` gives the size of a part with valid options, `make` makes the part.
template <class Options>
Kind kind_of(Generator about, Size (*size)(const Options&), System (*make)(const Options&)) {
  const Table<Options>& table = Table<Options>::of_kind();
  about.options = table.about();
  return {std::move(about),
          [&table, size, make](const OptionValues& values, const GenerateOptions& how) {
            Options options;
            if constexpr (requires { options.dimension; }) options.dimension = how.dimension;
            table.set(options, values);
            table.check(options);
            check_size(size(options), static_cast<double>(how.max_nodes));
            return make(options);
          }};
}

/// Names with their descriptions, from lines of the form "name: description".
std::vector<GeneratorName> names_of(std::string_view lines);

/// A kind that takes a `mesh` instead of a shape: the options `of_shape` are refused beside it.
Kind with_mesh(Kind kind, std::vector<std::string> of_shape);

Kind chain_kind();
Kind rope_kind();
Kind cloth_kind();
Kind net_kind();
Kind bridge_kind();
Kind lattice_kind();
Kind graph_kind();
Kind rod_kind();
Kind hair_kind();
Kind shell_kind();
Kind soft_body_kind();
Kind tensegrity_kind();
Kind muscle_kind();

/// Throws Error of one option, "columns" or "edges/3".
[[noreturn]] void refuse(const std::string& option, const std::string& message);

enum class Gravity { none, down, along_x };  ///< down the last axis

/// What is in a starter scene besides the part.
struct Surroundings {
  std::vector<std::string> fixed = {};  ///< groups of the part
  std::string fixed_along_y = {};       ///< a group of the part
  Gravity gravity = Gravity::down;
  std::string load = {};  ///< as JSON; NAME stands for the part
  double drag = 0.5;      ///< 0: none
  double duration = 2;    ///< [s]
  bool implicit = false;  ///< bdf2 with steps of 5 ms instead of the default integrator
  std::string option = {}, value = {};  ///< as in StarterScene
};
StarterScene starter(int dimension, const Surroundings& with);
/// In space, a body that is fixed at a group, for the value of an option.
StarterScene fixed_body(const std::string& group, const std::string& option = {},
                        const std::string& value = {});
/// The same scene in space and in the plane.
std::vector<StarterScene> starters(const Surroundings& with);

/// Gives a set what its springs have besides their stiffness.
void apply(const SpringOptions& springs, SpringSet& set);
/// If a total mass is given: the same mass at each node, and none of springs and faces.
void spread_mass(const std::optional<double>& total, System& part);

/// The ids from `first`, `step` apart.
std::vector<int> series(int first, int step, int count);

}  // namespace tensio::scenes
