// The ranks of the tests of PetscBackend: in tensio_tests threads of this process; in
// tensio_rank_tests those of mpirun.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "backend/backend.hpp"

namespace tensio::testing {

/// How many ranks there can be.
std::vector<int> rank_counts();

/// While it lives, make_ranks_backend() on this thread has N ranks, N = `count`.
class TestRanks {
 public:
  explicit TestRanks(int count);
  ~TestRanks();
  TestRanks(const TestRanks&) = delete;
  TestRanks& operator=(const TestRanks&) = delete;

  /// Numbers that went from rank to rank in exchanges so far; only threads count.
  std::size_t exchanged() const;

 private:
  struct All;
  std::unique_ptr<All> all_;
};
/// Whether exchanged() counts.
extern const bool kCountsExchanges;

/// For UsingBackend.
std::unique_ptr<Backend> make_ranks_backend(NetworkData net, const EquilibriumOptions& options);

}  // namespace tensio::testing
