// The golden cases of motion, for programs that compute them on another backend.
#pragma once

#include <cstdio>
#include <fstream>
#include <map>
#include <string>

#define TENSIO_GOLDEN_CASES_ONLY
#include "golden/golden.cpp"

namespace tensio {
namespace {

inline std::string text_of(std::uint64_t hash) {
  char text[32];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

/// compare(name, hash, golden hash) for the state and the energies of all explicit cases, and of a
/// few implicit ones. Returns how many cases there were.
template <class Compare>
int for_golden_motion(Compare compare) {
  std::map<std::string, std::string> expected;
  std::ifstream file(TENSIO_SOURCE_DIR "/tests/golden/hashes.txt");
  for (std::string name, hash; file >> name >> hash;) expected[name] = hash;
  int compared = 0;
  for (const auto& [name, compute] : cases()) {
    if (!name.starts_with("motion_") && !name.starts_with("substeps_")) continue;
    const auto has = [&name = name](const char* part) {
      return name.find(part) != std::string::npos;
    };
    if (!has("explicit") && !has("symplectic") && !has("verlet") && !has("rk4") &&
        !has("bdf2_ldlt") && !has("substeps_bdf2"))
      continue;
    const Hashes hashes = compute();
    compare(name, text_of(hashes.state), expected[name]);
    compare(name + ".energies", text_of(hashes.energies.value_or(0)), expected[name + ".energies"]);
    ++compared;
  }
  return compared;
}

}  // namespace
}  // namespace tensio
