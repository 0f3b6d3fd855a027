#include "backend/loops.hpp"

#include <cstring>

namespace tensio {

namespace {

// Registers of 16 bytes, which every processor has: compilers do not vectorise a maximum that NaN
// must not leave.
typedef double Pair __attribute__((vector_size(16)));
typedef long long Bits __attribute__((vector_size(16)));

constexpr int kPairs = 4, kTogether = 2 * kPairs;

Pair load(const double* from) {
  Pair pair;
  std::memcpy(&pair, from, sizeof(pair));
  return pair;
}

Pair size_of(Pair value) {
  constexpr long long kAllButSign = 0x7fffffffffffffff;
  return (Pair)((Bits)value & Bits{kAllButSign, kAllButSign});
}

}  // namespace

double largest_force(const double* f, int begin, int end) {
  Pair most[kPairs] = {};
  Bits numbers = ~Bits{};
  int i = begin;
  for (; i + kTogether <= end; i += kTogether)
    for (int part = 0; part < kPairs; ++part) {
      const Pair size = size_of(load(f + i + 2 * part));
      numbers &= size == size;
      most[part] = size > most[part] ? size : most[part];
    }
  bool is_number = numbers[0] != 0 && numbers[1] != 0;
  double largest = 0;
  for (const Pair& pair : most) largest = std::max({largest, pair[0], pair[1]});
  for (; i < end; ++i) {
    is_number &= f[i] == f[i];
    largest = std::max(largest, std::abs(f[i]));
  }
  return is_number ? largest : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace tensio
