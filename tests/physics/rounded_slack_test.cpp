#include "physics/rounded_slack.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tensio {
namespace {

constexpr double kStiffness = 200, kRest = 0.7;

template <Law law>
void check_derivatives() {
  for (double width : {1.0, 1e-2, 1e-4})
    for (double l : {0.2, 0.69, 0.7, 0.702, 1.3}) {
      const double step = 1e-4 * width * kRest;
      const LawValue value = rounded_slack<law>(l, kStiffness, kRest, width);
      const LawValue low = rounded_slack<law>(l - step, kStiffness, kRest, width);
      const LawValue high = rounded_slack<law>(l + step, kStiffness, kRest, width);
      const double scale = kStiffness * kRest;
      EXPECT_NEAR((high.energy - low.energy) / (2 * step), value.tension, 1e-6 * scale);
      EXPECT_NEAR((high.tension - low.tension) / (2 * step), value.tangent, 1e-6 * kStiffness);
      EXPECT_EQ(value.q, value.tension / l);
      EXPECT_GT(value.tangent, 0);
      EXPECT_GT(law == Law::cable ? value.tension : -value.tension, 0);
    }
}

TEST(RoundedSlack, TensionAndTangentAreDerivativesOfTheEnergy) {
  check_derivatives<Law::cable>();
  check_derivatives<Law::strut>();
}

// At a distance from the kink that is much larger than the width.
TEST(RoundedSlack, NarrowWidthsGiveTheTrueLaw) {
  for (double l : {0.5, 0.9}) {
    const LawValue cable = evaluate<Law::cable>(l, kStiffness, kRest, NoMore{});
    const LawValue strut = evaluate<Law::strut>(l, kStiffness, kRest, NoMore{});
    const LawValue round_cable = rounded_slack<Law::cable>(l, kStiffness, kRest, 1e-9);
    const LawValue round_strut = rounded_slack<Law::strut>(l, kStiffness, kRest, 1e-9);
    EXPECT_NEAR(round_cable.tension, cable.tension, 1e-12);
    EXPECT_NEAR(round_cable.tangent, cable.tangent, 1e-12);
    EXPECT_NEAR(round_strut.tension, strut.tension, 1e-12);
    EXPECT_NEAR(round_strut.energy, strut.energy, 1e-12);
  }
}

}  // namespace
}  // namespace tensio
