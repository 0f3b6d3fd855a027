// A spring is a scalar law: from the length l to energy U, tension T = U', tangent U'' and q = T/l.
// The text of the first five laws is physics/spring_laws.inc.
//
//   linear            U = k (l - l0)²/2,  T = k (l - l0),  tangent k
//   cable, strut      the same where l >= l0 (cable) or l <= l0 (strut), else nothing
//   force_density     U = k l²/2,         T = k l,         tangent k,  q = k
//   constant_tension  U = k l0 l,         T = k l0,        tangent 0   (near l = 0: as
//   force_density) polynomial, table U = k F(e),         T = k f(e),      tangent k f'(e)
//   (physics/curve.hpp) custom            whatever a function of the program says
//
// At l = 0 the quotient T/l has no limit unless l0 = 0; each law then gives k, or
// its tangent there: a stiffness that holds the ends without a direction. k is in newtons per
// metre; the strain form (newtons per strain, EA) is turned into k = EA / l0 when a net is
// compiled.
#pragma once

#include "core/host_device.hpp"
#include "physics/curve.hpp"
#include "physics/law_traits.hpp"
#include "tensio/model/law.hpp"

namespace tensio {

namespace laws {

using Number = double;
TENSIO_HD inline Number constant(double value) { return value; }
TENSIO_HD inline Number select(bool mask, Number a, Number b) { return mask ? a : b; }

#include "physics/spring_laws.inc"

}  // namespace laws

using LawValue = laws::Values;

/// What a law needs beyond k and l0: nothing; a CurveView for polynomial and table; for custom its
/// values, which a function computed for many springs in one call.
struct NoMore {};
struct CustomValue {
  double energy;
  double tension;
  double tangent;
};

namespace laws {

// The stretch in units of l0 is the strain; U grows with the square of the unit, T with the unit.
TENSIO_HD inline LawValue curve(double l, double k, double l0, const CurveView& view) {
  const double unit = view.of_strain ? l0 : 1.0;
  const CurveValue f = curve_at(view, (l - l0) / unit);
  const double tension = k * unit * f.value, tangent = k * f.slope;
  return {k * unit * unit * f.integral, tension, tangent, l == 0.0 ? tangent : tension / l};
}

}  // namespace laws

/// The laws polynomial (as a curve of one piece) and table at length l >= 0.
template <Law law>
TENSIO_HD inline LawValue evaluate(double l, double k, double l0, const CurveView& view) {
  static_assert(law == Law::table);
  return laws::curve(l, k, l0, view);
}

template <Law law>
TENSIO_HD inline LawValue evaluate(double l, double, double, const CustomValue& value) {
  static_assert(law == Law::custom);
  const double q = l == 0.0 ? value.tangent : value.tension / l;
  return {value.energy, value.tension, value.tangent, q};
}

/// The law `law` at length l >= 0.
template <Law law>
TENSIO_HD inline LawValue evaluate(double l, double k, double l0, NoMore = {}) {
  return laws::values_of<law>(l, k, l0);
}

/// Calls f with std::integral_constant-like tags: f.template operator()<Law::cable>(). A polynomial
/// is a curve like a table, so both have one tag.
template <class F>
decltype(auto) with_law(Law law, F&& f) {
  if (law == Law::custom) return f.template operator()<Law::custom>();
  if (needs_more(law)) return f.template operator()<Law::table>();
  return laws::with_plain_law(law, f);
}

/// True for a law and length that carry nothing: a slack cable or strut.
TENSIO_HD inline bool is_slack(Law law, double l, double l0) {
  const int way = one_way(law);
  return way > 0 ? l < l0 : way < 0 && l > l0;
}

/// (l - l0) / l0, for laws that have a rest length; NaN otherwise.
TENSIO_HD inline double strain(Law law, double l, double l0) {
  return has_rest_length(law) && l0 > 0.0 ? (l - l0) / l0 : __builtin_nan("");
}

}  // namespace tensio
