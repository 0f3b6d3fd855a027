#include "scenes/random_values.hpp"

#include <cmath>

#include "core/elementary.hpp"
#include "core/sine.hpp"

namespace tensio::scenes {
namespace {

constexpr double kLogarithmOf2 = 0.6931471805599453;
constexpr double kRootOfHalf = 0.7071067811865476;

// Box and Muller's: two uniform numbers make a normal one.
double normal(Random& random) {
  const double radius = std::sqrt(-2 * natural_logarithm(1 - random.uniform()));
  return radius * sine_of_turns(random.uniform());
}

}  // namespace

Random stream(int seed, Use use) {
  Random first(16 * static_cast<std::uint64_t>(seed) + static_cast<std::uint64_t>(use));
  return Random(first.bits());
}

// x = m 2^e with m near 1, and ln m = 2 artanh((m - 1) / (m + 1)) as a series.
double natural_logarithm(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < kRootOfHalf) {
    m *= 2;
    --exponent;
  }
  const double t = (m - 1) / (m + 1), t2 = t * t;
  double sum = 0;
  for (int n = 25; n >= 1; n -= 2) sum = sum * t2 + 1.0 / n;
  return 2 * t * sum + exponent * kLogarithmOf2;
}

double draw(const Distribution& distribution, Random& random) {
  const double a = distribution.a, b = distribution.b;
  switch (distribution.shape) {
    case Distribution::Shape::constant: return a;
    case Distribution::Shape::uniform: return random.uniform(a, b);
    case Distribution::Shape::normal: {
      double value = -1;
      while (value < 0) value = a + b * normal(random);
      return value;
    }
    case Distribution::Shape::log_normal: return a * exponential(b * normal(random));
    case Distribution::Shape::exponential: return -a * natural_logarithm(1 - random.uniform());
  }
  return a;
}

}  // namespace tensio::scenes
