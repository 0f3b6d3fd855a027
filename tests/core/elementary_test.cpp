// Functions of our own against those of the C library.
#include "core/elementary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "core/random.hpp"

namespace tensio {
namespace {

// Doubles between two numbers of the same sign.
double ulps_apart(double a, double b) {
  const double ulp =
      std::nextafter(std::fabs(b), std::numeric_limits<double>::infinity()) - std::fabs(b);
  return std::fabs(a - b) / ulp;
}

// Numbers of all sizes from 1e-8 to 1e8, both signs.
double any_number(Random& random) {
  const double size = std::pow(10.0, random.uniform() * 16 - 8);
  return random.uniform() < 0.5 ? -size : size;
}

TEST(Elementary, SineAndCosineAgreeWithTheLibraryToAnUlp) {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const double x = any_number(random);
    EXPECT_LE(ulps_apart(sine(x), std::sin(x)), 1) << x;
    EXPECT_LE(ulps_apart(cosine(x), std::cos(x)), 1) << x;
  }
  // near the zeros, where the argument loses its digits
  for (const double x : {3.141592653589793, 6.283185307179586, 1.5707963267948966, 355.0, 1e15}) {
    EXPECT_LE(ulps_apart(sine(x), std::sin(x)), 1) << x;
    EXPECT_LE(ulps_apart(cosine(x), std::cos(x)), 1) << x;
  }
}

TEST(Elementary, ExponentialAgreesWithTheLibraryToAnUlp) {
  Random random(2);
  for (int i = 0; i < 20000; ++i) {
    const double x = random.uniform() * 1400 - 700;
    EXPECT_LE(ulps_apart(exponential(x), std::exp(x)), 1) << x;
    EXPECT_LE(ulps_apart(exponential(x / 1e6), std::exp(x / 1e6)), 1) << x / 1e6;
  }
  EXPECT_EQ(exponential(1), 2.718281828459045);
  EXPECT_EQ(exponential(-745), std::exp(-745));
  EXPECT_EQ(exponential(-1e9), 0);
  EXPECT_TRUE(std::isinf(exponential(1e9)));
}

TEST(Elementary, PowersAgreeWithTheLibraryToAnUlp) {
  Random random(3);
  for (int i = 0; i < 20000; ++i) {
    const double base = std::fabs(any_number(random));
    const double exponent = random.uniform() * 60 - 30;
    const double expected = std::pow(base, exponent);
    if (expected > 1e300 || expected < 1e-300) continue;
    EXPECT_LE(ulps_apart(power(base, exponent), expected), 1) << base << "^" << exponent;
  }
  EXPECT_EQ(power(1 + 1e-10, 1e10), std::pow(1 + 1e-10, 1e10));
}

TEST(Elementary, SpecialValuesArePlain) {
  EXPECT_EQ(sine(0), 0);
  EXPECT_TRUE(std::signbit(sine(-0.0)));
  EXPECT_EQ(cosine(0), 1);
  EXPECT_EQ(exponential(0), 1);
  EXPECT_EQ(power(0, 0), 1);
  EXPECT_EQ(power(0, 0.5), 0);
  EXPECT_TRUE(std::isinf(power(0, -0.5)));
  EXPECT_EQ(power(4, 0.5), 2);
  EXPECT_EQ(power(27, 1.0 / 3), 3);
  EXPECT_EQ(power(-2, 3), -8);
  EXPECT_EQ(power(-1, 101), -1);
  EXPECT_EQ(power(-1, 100), 1);
  EXPECT_EQ(power(1, 1e300), 1);
  EXPECT_TRUE(std::isinf(power(2, 1e300)));
  EXPECT_EQ(power(0.5, 1e300), 0);
  EXPECT_TRUE(std::isnan(power(-8, 1.0 / 3)));
  EXPECT_TRUE(std::isnan(sine(1e300)));
  EXPECT_TRUE(std::isnan(cosine(std::numeric_limits<double>::infinity())));
  EXPECT_TRUE(std::isnan(exponential(std::nan(""))));
}

// Whole exponents are products, as a reader would work them out.
TEST(Elementary, WholeExponentsAreRepeatedProducts) {
  const double x = 1.1;
  EXPECT_EQ(power(x, 3), x * x * x);
  EXPECT_EQ(power(x, -2), 1 / (x * x));
}

// The bits that every platform must give.
TEST(Elementary, BitsStayTheSame) {
  const auto bits = [](double value) {
    std::uint64_t result = 0;
    std::memcpy(&result, &value, sizeof result);
    return result;
  };
  EXPECT_EQ(bits(sine(1)), 0x3feaed548f090ceeU);
  EXPECT_EQ(bits(cosine(1)), 0x3fe14a280fb5068cU);
  EXPECT_EQ(bits(exponential(10)), 0x40d5829dcf950560U);
  EXPECT_EQ(bits(power(2, 0.1)), 0x3ff125fbee250664U);
}

}  // namespace
}  // namespace tensio
