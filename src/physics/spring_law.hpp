// A spring is a scalar law: from the length l to energy U, tension T = U', tangent U'' and q = T/l.
//
//   linear            U = k (l - l0)²/2,  T = k (l - l0),  tangent k
//   cable, strut      the same where l >= l0 (cable) or l <= l0 (strut), else nothing
//   force_density     U = k l²/2,         T = k l,         tangent k,  q = k
//   constant_tension  U = k l0 l,         T = k l0,        tangent 0   (below a point: see kPoint)
//   polynomial, table U = k F(e),         T = k f(e),      tangent k f'(e)   (physics/curve.hpp)
//   custom            whatever a function of the program says
//
// At l = 0 the quotient T/l has no limit unless l0 = 0; each law then gives k, or
// its tangent there: a stiffness that holds the ends without a direction. k is in newtons per
// metre; the strain form (newtons per strain, EA) is turned into k = EA / l0 when a net is
// compiled.
#pragma once

#include "core/host_device.hpp"
#include "physics/curve.hpp"
#include "tensio/law.hpp"

namespace tensio {

struct LawValue {
  double energy;
  double tension;
  double tangent;
  double q;
};

/// What a law needs beyond k and l0: nothing; a CurveView for polynomial and table; for custom its
/// values, which a function worked out for many springs at once.
struct NoMore {};
struct CustomValue {
  double energy;
  double tension;
  double tangent;
};

/// Springs of constant tension may pull their ends together, where a constant force would have no
/// direction. Shorter than this part of l0, which is about the drawn length, they are springs of
/// zero rest length instead, and hold the ends with as much of their tension as is needed.
inline constexpr double kPoint = 0x1p-20;

namespace laws {

TENSIO_HD inline LawValue linear(double l, double k, double l0) {
  const double stretch = l - l0;
  const double tension = k * stretch;
  // With a zero rest length q is k to the bit, whatever the length. Dividing in any case lets
  // compilers take several springs at once.
  const double quotient = tension / l;
  const bool plain = (l0 == 0.0) | (l == 0.0);
  const double q = plain ? k : quotient;
  return {0.5 * k * stretch * stretch, tension, k, q};
}

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
  constexpr LawValue nothing{0, 0, 0, 0};
  if constexpr (law == Law::linear) {
    return laws::linear(l, k, l0);
  } else if constexpr (law == Law::cable) {
    // At l = l0 the cable counts as taut: a net drawn at its rest lengths has its stiffness.
    return l >= l0 ? laws::linear(l, k, l0) : nothing;
  } else if constexpr (law == Law::strut) {
    return (l <= l0 && l0 > 0.0) ? laws::linear(l, k, l0) : nothing;
  } else if constexpr (law == Law::force_density) {
    return {0.5 * k * l * l, k * l, k, k};
  } else {
    static_assert(law == Law::constant_tension);
    const double tension = k * l0, point = kPoint * l0;
    if (l > point) return {tension * l, tension, 0.0, tension / l};
    const double stiffness = k / kPoint;  // tension / point, also where l0 is 0
    return {0.5 * (stiffness * l * l + tension * point), stiffness * l, stiffness, stiffness};
  }
}

/// Calls f with std::integral_constant-like tags: f.template operator()<Law::cable>(). A polynomial
/// is a curve like a table, so one tag serves both.
template <class F>
decltype(auto) with_law(Law law, F&& f) {
  switch (law) {
    case Law::cable: return f.template operator()<Law::cable>();
    case Law::strut: return f.template operator()<Law::strut>();
    case Law::force_density: return f.template operator()<Law::force_density>();
    case Law::constant_tension: return f.template operator()<Law::constant_tension>();
    case Law::polynomial:
    case Law::table: return f.template operator()<Law::table>();
    case Law::custom: return f.template operator()<Law::custom>();
    case Law::linear: break;
  }
  return f.template operator()<Law::linear>();
}

/// Laws that carry nothing on one side of the rest length.
TENSIO_HD inline bool can_be_slack(Law law) { return law == Law::cable || law == Law::strut; }

/// True for a law and length that carry nothing: a slack cable or strut.
TENSIO_HD inline bool is_slack(Law law, double l, double l0) {
  if (law == Law::cable) return l < l0;
  if (law == Law::strut) return l > l0;
  return false;
}

/// False for the laws whose tension does not depend on an unstressed length.
TENSIO_HD inline bool has_rest_length(Law law) {
  return law != Law::force_density && law != Law::constant_tension;
}

/// (l - l0) / l0, for laws that have a rest length; NaN otherwise.
TENSIO_HD inline double strain(Law law, double l, double l0) {
  return has_rest_length(law) && l0 > 0.0 ? (l - l0) / l0 : __builtin_nan("");
}

}  // namespace tensio
