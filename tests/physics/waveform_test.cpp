// Rates of waveforms over steps in time.
#include "physics/waveform.hpp"

#include <gtest/gtest.h>

namespace tensio {
namespace {

// Level before 1, up by 2 in a second, down by 1 in half of one, level after.
const Waveform kRamp = {.shape = Waveform::Shape::ramp, .points = {{1, 0}, {2, 2}, {2.5, 1}}};

TEST(Waveform, HasItsOwnMeanRateOnEitherSideOfACorner) {
  EXPECT_EQ(mean_rate(kRamp, 0.5, 1), 0);
  EXPECT_EQ(mean_rate(kRamp, 1, 1.25), 2);
  EXPECT_EQ(mean_rate(kRamp, 1.75, 2), 2);
  EXPECT_EQ(mean_rate(kRamp, 2, 2.25), -2);
  EXPECT_EQ(mean_rate(kRamp, 2.25, 2.5), -2);
  EXPECT_EQ(mean_rate(kRamp, 2.5, 3), 0);
}

TEST(Waveform, HasAMeanRateThatIsItsDisplacementOverTheTime) {
  const Waveform sine = {.shape = Waveform::Shape::sine, .amplitude = 2, .frequency = 3};
  for (const Waveform& wave : {kRamp, sine, Waveform{.value = 7}})
    for (double from : {0.0, 0.9, 1.5, 2.2, 3.0})
      for (double step : {0.05, 0.7, 4.0})
        EXPECT_NEAR(mean_rate(wave, from, from + step),
                    (value_at(wave, from + step) - value_at(wave, from)) / step, 1e-12)
            << from << ' ' << step;
}

TEST(Waveform, GoesStraightAcrossACorner) {
  // From 1 at 1.5 to 1 at 2.5, over the corner at 2.
  for (double time : {1.5, 1.7, 2.0, 2.3, 2.5}) EXPECT_EQ(value_on_chord(kRamp, time, 1.5, 2.5), 1);
  // No corner inside: the ramp itself.
  EXPECT_EQ(value_on_chord(kRamp, 1.25, 1, 2), 0.5);
}

TEST(Waveform, HasCornersWhereItsSlopeChanges) {
  Waveform wave = kRamp;
  wave.points.insert(wave.points.begin() + 1, {1.5, 1});  // on the straight line
  std::vector<double> times;
  append_corners(wave, times);
  EXPECT_EQ(times, (std::vector<double>{1, 2, 2.5}));
}

}  // namespace
}  // namespace tensio
