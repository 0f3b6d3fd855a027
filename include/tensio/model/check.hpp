// A look at a system before it is solved: what will surprise its author, and what it consists of.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tensio/model/system.hpp"

namespace tensio {

/// What a warning is about; `to_string` gives the word used on the command line.
enum class WarningKind {
  free_body,        ///< a connected part that can move as a whole along some axis
  loose_part,       ///< a part that no spring joins to a support, though the net has supports
  double_spring,    ///< two springs between the same nodes
  unused_node,      ///< a node without springs
  slack_at_start,   ///< cables or struts that carry nothing in the start shape
  coincident_ends,  ///< springs of zero length at the start that have a rest length
  unused_case,      ///< a load case that no combination names
  massless_node,    ///< nodes that are free and have no mass, in a scene with a simulation
  no_duration,      ///< a simulation that takes no time
  late_event,       ///< an event after the end of the simulation
  idle_event,       ///< nodes freed that nothing holds, or fixed that are fixed already
  idle_temperature, ///< of springs without a rest length, before they are made elastic
  idle_wind,        ///< wind where there are neither faces nor nodes with an area
  idle_velocity,    ///< a velocity at the start on an axis that is fixed
  gravity_unit,     ///< 9.81 where the unit of length is not the metre
  stiffness_range,  ///< springs more than 1e9 times as stiff as others
  mass_range,       ///< nodes more than 1e9 times as heavy as others
  weightless,       ///< gravity where nothing has mass
  unattached_mass,  ///< nodes with mass or a load that are free and have no spring
  not_in_solve,     ///< wind, friction or events, which `solve` ignores
  value_at_zero,    ///< loads, supports or springs that change with time: `solve` takes time 0
  long_step,        ///< a time step longer than the duration
  unstable_step,    ///< a time step above the stable one; found by Simulation, not by check()
};

const char* to_string(WarningKind kind);

struct Warning {
  WarningKind kind = WarningKind::free_body;
  std::string message = {};     ///< a sentence that names the things
  std::vector<int> nodes = {};  ///< all nodes concerned, ascending
  std::vector<int> springs = {};
};

/// What a system is used for.
enum class Purpose { solve, run };

/// Warnings in the order of WarningKind; throws Error for a system that does not validate. A system
/// with a `simulation` is looked at for a run, any other for a solve.
std::vector<Warning> check(const System& system);

/// Those warnings of check() that a result does not show: what a solve or a run ignores, or does
/// otherwise than the system seems to say. The system must validate. Values of springs are not
/// looked at, so that this is quick for the largest nets.
std::vector<Warning> check_before(const System& system, Purpose purpose);

/// What `tensio info` shows.
struct Info {
  int nodes = 0;
  int springs = 0;
  int fixed_axes = 0;
  int free_axes = 0;
  int components = 0;  ///< connected parts, single nodes included
  double total_mass = 0;
  std::vector<double> lowest = {};  ///< corner of the drawn shape's extent
  std::vector<double> highest = {};
  double stiffness_min = 0;  ///< over all springs, as k [N/m]
  double stiffness_max = 0;
  std::vector<int> springs_by_law = {};  ///< kLawCount numbers
  int broken = 0;                        ///< springs that are broken from the start
};
Info describe(const System& system);

}  // namespace tensio
