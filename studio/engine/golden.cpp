// The golden cases of the tests inside the studio's own module, so that its code itself can be seen
// to give the bits that every other build gives.
#define TENSIO_GOLDEN_CASES_ONLY 1
#include "../../tests/golden/golden.cpp"

#include "engine.hpp"

namespace tensio::studio {

std::uint64_t hash_of(std::span<const double> values, std::uint64_t seed) {
  return hash_bits(values, seed == 0 ? kHashSeed : seed);
}
std::uint64_t hash_of(const std::string& text) { return hash_text(text); }

std::string in_hex(std::uint64_t hash) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return digits;
}

val golden_hashes(const std::string& only) {
  return guarded([&] {
    val result = val::object();
    for (const auto& [name, compute] : cases()) {
      if (name.rfind(only, 0) != 0) continue;
      const Hashes hashes = compute();
      result.set(name, in_hex(hashes.state));
      if (hashes.energies) result.set(name + ".energies", in_hex(*hashes.energies));
    }
    return result;
  });
}

}  // namespace tensio::studio
