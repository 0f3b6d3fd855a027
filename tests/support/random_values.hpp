// Random values for systems.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace tensio::testing {

class RandomValues {
 public:
  explicit RandomValues(std::uint64_t seed) : random_(seed) {}

 protected:
  int below(int limit) { return static_cast<int>(random_() % static_cast<std::uint64_t>(limit)); }
  bool maybe() { return below(2) == 0; }
  double positive() {
    const double mantissa = 1.0 + std::ldexp(static_cast<double>(random_() >> 12), -52);
    return std::ldexp(mantissa, below(40) - 20);
  }
  double number() { return maybe() ? positive() : maybe() ? -positive() : -0.0; }
  std::vector<double> vector(std::size_t count) {
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(number());
    return values;
  }
  /// One positive number for each of `count`, or one for all of them.
  std::vector<double> column(std::size_t count) {
    std::vector<double> values;
    for (std::size_t i = maybe() ? 1 : count; i > 0; --i) values.push_back(positive());
    return values;
  }
  std::string text() {
    static const char* const kTexts[] = {"", "a", "two words", "\"", "x/y~1", "\xC3\xA9", "\n\\"};
    return kTexts[below(7)];
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace tensio::testing
