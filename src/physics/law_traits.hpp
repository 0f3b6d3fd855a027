// The table of the spring laws: what is asked of a law without a length at hand.
#pragma once

#include <cstdint>
#include <iterator>

#include "core/host_device.hpp"
#include "tensio/model/law.hpp"

namespace tensio {

struct LawTraits {
  Law law;
  const char* name;      ///< in scene files and reports
  bool has_rest_length;  ///< the tension depends on an unstressed length
  int one_way;           ///< +1: only pulls, slack below l0; -1: only pushes, slack above; 0: both
  bool straight;         ///< the tangent is k wherever the spring is not slack
};

/// In the order of the enumeration.
inline constexpr LawTraits kLawTraits[] = {
    {Law::linear, "linear", true, 0, true},
    {Law::cable, "cable", true, +1, true},
    {Law::strut, "strut", true, -1, true},
    {Law::force_density, "force_density", false, 0, true},
    {Law::constant_tension, "constant_tension", false, 0, false},
    {Law::polynomial, "polynomial", true, 0, false},
    {Law::table, "table", true, 0, false},
    {Law::custom, "custom", true, 0, false},
};

constexpr bool in_order(const LawTraits (&table)[kLawCount]) {
  for (int i = 0; i < kLawCount; ++i)
    if (static_cast<int>(table[i].law) != i) return false;
  return true;
}
static_assert(in_order(kLawTraits));

/// One bit for each law of which `has` is true: a device reads no tables of the host.
template <class Has>
constexpr std::uint32_t laws_that(Has has) {
  std::uint32_t bits = 0;
  for (const LawTraits& traits : kLawTraits)
    if (has(traits)) bits |= std::uint32_t{1} << static_cast<int>(traits.law);
  return bits;
}
inline constexpr std::uint32_t kLawsWithRestLength =
    laws_that([](const LawTraits& law) { return law.has_rest_length; });
inline constexpr std::uint32_t kLawsThatOnlyPull =
    laws_that([](const LawTraits& law) { return law.one_way > 0; });
inline constexpr std::uint32_t kLawsThatOnlyPush =
    laws_that([](const LawTraits& law) { return law.one_way < 0; });
inline constexpr std::uint32_t kStraightLaws =
    laws_that([](const LawTraits& law) { return law.straight; });

TENSIO_HD inline constexpr bool is_among(std::uint32_t laws, Law law) {
  return (laws >> static_cast<int>(law) & 1) != 0;
}

/// False for the laws whose tension does not depend on an unstressed length.
TENSIO_HD inline constexpr bool has_rest_length(Law law) {
  return is_among(kLawsWithRestLength, law);
}

/// +1 for a law that only pulls, -1 for one that only pushes, else 0.
TENSIO_HD inline constexpr int one_way(Law law) {
  return is_among(kLawsThatOnlyPull, law) ? 1 : is_among(kLawsThatOnlyPush, law) ? -1 : 0;
}

/// Laws that carry nothing on one side of the rest length.
TENSIO_HD inline constexpr bool can_be_slack(Law law) { return one_way(law) != 0; }

/// Laws whose tangent is k wherever they are not slack.
TENSIO_HD inline constexpr bool is_straight(Law law) { return is_among(kStraightLaws, law); }

/// Laws that need more than k and l0.
TENSIO_HD inline constexpr bool needs_more(Law law) { return law >= Law::polynomial; }

}  // namespace tensio
