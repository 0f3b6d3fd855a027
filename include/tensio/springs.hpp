// Springs and what they are made of, as the user authors them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tensio/law.hpp"

namespace tensio {

/// Values of many items: empty (left out), one for all, or one per item.
using Column = std::vector<double>;

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
  CustomLaw custom = {};  ///< of the law custom
  std::string note = {};
};

}  // namespace tensio
