// What each kind of part brings into the registry.
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
/// Throws Error (limit) where that is too large.
void check_size(const Size& size, double max_nodes);

struct Kind {
  Generator about = {};
  std::function<System(const OptionValues&, const GenerateOptions&)> make = {};
};

/// `size` tells how large a part of good options will be, `make` makes it.
template <class Options>
Kind kind_of(Generator about, const Table<Options>& table, Size (*size)(const Options&),
             System (*make)(const Options&)) {
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

/// The same with `mesh` instead of a shape: the options `of_shape` do not go with it.
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

/// Starter scenes in space and in the plane: gravity down the last axis, these nodes, some drag and
/// two seconds.
std::vector<StarterScene> standing_scenes(const std::string& nodes);

/// A starter scene in space of a body that is fixed at a group, for the value of an option.
StarterScene fixed_body(const std::string& group, const std::string& option = {},
                        const std::string& value = {});

/// What springs have besides their stiffness.
void apply(const SpringOptions& stuff, SpringSet& set);
/// The same mass at each node and none else, where it is given.
void spread_mass(const std::optional<double>& total, System& part);

/// The ids from `first`, `step` apart.
std::vector<int> series(int first, int step, int count);

}  // namespace tensio::scenes
