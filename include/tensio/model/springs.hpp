// Springs and what they are made of, as the user authors them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tensio/model/law.hpp"
#include "tensio/model/waveform.hpp"

namespace tensio {

/// Values of many items: empty (left out), one for all, or one per item.
using Column = std::vector<double>;

/// A Maxwell branch beside the spring: a spring and a dashpot in line. `viscosity` or `time`.
struct Viscous {
  Column stiffness = {};  ///< of its spring [N/m]
  Column viscosity = {};  ///< of its dashpot, eta [N s/m]
  Column time = {};       ///< eta / stiffness [s]
};

/// Beyond a strain or a force the spring keeps a new rest length. Laws linear, cable and strut.
struct Yield {
  Column strain = {};
  Column force = {};      ///< [N]
  Column hardening = {};  ///< tangent beyond it over the stiffness before, 0 (default) to below 1
};

/// Beyond a strain or a force the spring is gone.
struct Break {
  Column strain = {};
  Column force = {};         ///< [N]
  bool compression = false;  ///< in compression as well as in tension
};

/// A muscle: factors on the rest length and the stiffness, over time.
struct Active {
  std::optional<Waveform> rest_length = {};
  std::optional<Waveform> stiffness = {};
};

/// What springs are made of; a set that names it may override any of it.
struct Material {
  std::string name = {};
  std::optional<Law> law = {};                     ///< linear where neither it nor the set says
  std::optional<double> axial_stiffness = {};      ///< EA [N]
  std::optional<double> youngs_modulus = {};       ///< E [Pa], with area or diameter, for EA
  std::optional<double> area = {};                 ///< [m²]
  std::optional<double> diameter = {};             ///< of a round section [m]
  std::optional<double> mass_per_length = {};      ///< [kg/m]
  std::optional<double> strength = {};             ///< largest tension [N]
  std::optional<double> buckling_load = {};        ///< largest compression [N]
  std::optional<double> expansion = {};            ///< strain per kelvin
  std::vector<double> coefficients = {};           ///< of the law polynomial: c1, c2, ...
  std::vector<std::array<double, 2>> points = {};  ///< of the law table: e ascending, and f(e)
  std::optional<double> damping = {};              ///< c [N s/m]
  std::optional<double> damping_time = {};         ///< c = stiffness x this [s]
  std::optional<Viscous> viscous = {};  ///< of a material, these parts have one number of each
  std::optional<Yield> yield = {};
  std::optional<Break> breaks = {};  ///< "break" in a scene
  std::optional<Active> active = {};
  std::string note = {};
};

/// Springs that share a law. Ids of springs run through the sets in order.
/// Give `stiffness` or `axial_stiffness`, never both; `rest_length` or `pretension`, never both.
struct SpringSet {
  std::string name = {};        ///< also the name of a spring group
  std::optional<Law> law = {};  ///< left out: the material's, else linear
  std::vector<std::array<int, 2>> ends = {};
  Column stiffness = {};        ///< k [N/m]
  Column axial_stiffness = {};  ///< EA [N], k = EA / rest_length
  Column rest_length = {};      ///< l0 [m]; left out: the drawn distance
  Column pretension = {};       ///< tension at the drawn shape [N], instead of a rest length
  std::string material = {};    ///< the name of one; what follows overrides it
  Column youngs_modulus = {};
  Column area = {};
  Column diameter = {};
  Column mass_per_length = {};  ///< times the rest length, half to each end
  Column strength = {};
  Column buckling_load = {};
  Column expansion = {};
  std::vector<double> coefficients = {};
  std::vector<std::array<double, 2>> points = {};
  CustomLaw custom = {};     ///< of the law custom
  Column damping = {};       ///< c [N s/m]: force c (n . relative velocity) n
  Column damping_time = {};  ///< c = stiffness x this [s]
  std::optional<Viscous> viscous = {};
  std::optional<Yield> yield = {};
  std::optional<Break> breaks = {};  ///< "break" in a scene
  std::optional<Active> active = {};
  // What has happened to the springs before the start.
  Column broken = {};  ///< 1 where the spring is broken, 0 where it is whole
  Column plastic_elongation =
      {};                       ///< permanent elongation by yielding [m], added to the rest length
  Column hardening_force = {};  ///< growth of the yield force by hardening [N]
  Column viscous_tension = {};  ///< tension of the Maxwell branch [N]
  std::string note = {};
};

/// The columns of the parts that a set has (viscous, yield, break), for whoever divides a set.
std::vector<Column*> part_columns(SpringSet& set);

}  // namespace tensio
