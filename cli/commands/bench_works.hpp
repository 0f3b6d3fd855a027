// What `tensio bench` measures.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "tensio/model/system.hpp"

namespace tensio::cli {

struct BenchOptions {
  bool quick = false;
  int threads = 1;
  int repeats = 3;
};

/// How one piece of work went.
struct Timing {
  enum class Kind { springs_per_second, per_step, total };
  std::string work = {};
  Kind kind = Kind::total;
  long long nodes = 0;
  long long springs = 0;
  long long steps = 1;               ///< in each round
  std::vector<double> seconds = {};  ///< of each round
  std::string note = {};             ///< who solved it, or why it was not measured

  double median() const;
  double value() const;  ///< in the unit
  const char* unit() const;
};

/// A step or a solve that ended before its end; what() is the reason.
class BenchEnded : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A piece of work with a scene of its own.
struct BenchWork {
  const char* name;
  const char* about;
  Timing (*measure)(const BenchOptions& options);
};
const std::vector<BenchWork>& bench_works();

/// Steps of a system that moves, some of them, and rest of one that does not. It and the works
/// throw BenchEnded.
Timing time_system(const System& system, const BenchOptions& options);

}  // namespace tensio::cli
