// Records the bits of a scene's results, and verifies that this machine gives the same.
#pragma once

#include <string>
#include <vector>

#include "tensio/model/recorded.hpp"
#include "tensio/model/system.hpp"
#include "tensio/solve/observer.hpp"

namespace tensio {

struct RecordLimits {
  int steps = 100'000'000;  ///< of the motion: no more than these
  double seconds = 0;       ///< of computing the motion; 0: no limit. The result is valid anyway.
  int threads = 0;          ///< as many as the machine has; results do not depend on it
};

/// One of the results: its hash, or why it has none.
struct ResultHash {
  std::string hash = {};
  std::string reason = {};
};

/// Of the rest state, as solve_scene() finds it: stages, all combinations; with solvers that give
/// the same bits on every machine.
ResultHash rest_hash(const System& system, int threads = 0, Observer* observer = nullptr);

/// What a scene gives here: its rest state, and its motion where it has a `simulation` section,
/// neither stages nor combinations. `scene` is left empty: see scene_hash(). `notes`, if set, says
/// what could not be recorded and why.
Recorded record_results(const System& system, const RecordLimits& limits = {},
                        Observer* observer = nullptr, std::vector<std::string>* notes = nullptr);

/// A result that was recorded, and what it is here.
struct VerifiedResult {
  std::string name = {};      ///< "rest" or "motion"
  std::string about = {};     ///< "400 steps of velocity_verlet, 0.001 s each"
  std::string recorded = {};  ///< hash
  std::string computed = {};  ///< hash; empty where there is none
  std::string reason = {};    ///< why there is none

  bool same() const { return recorded == computed; }
};

/// Computes again what system.recorded says. An observer that asks to stop leaves results without
/// a hash. Throws Error for a bad system, not for one that has nothing recorded.
std::vector<VerifiedResult> verify_results(const System& system, int threads = 0,
                                           Observer* observer = nullptr);

}  // namespace tensio
