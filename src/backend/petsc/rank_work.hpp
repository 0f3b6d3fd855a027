// What a rank does with its share of a net. Rank 0 runs the program; it calls, all ranks carry the
// call out on their shares, and the others wait for the next one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backend/backend.hpp"
#include "backend/petsc/ranks.hpp"
#include "backend/petsc/share.hpp"

namespace tensio {

enum class RankTask : int {
  end,         ///< there are no more calls
  take_share,  ///< a net begins, or has other values; its share follows as bytes
  drop_share,
  put,      ///< numbers of a vector, for own nodes and ghosts
  get,      ///< those of own nodes go to rank 0
  advance,  ///< explicit steps
};

/// One call, the same bytes for all ranks.
struct RankCall {
  RankTask task = RankTask::end;
  int net = 0;  ///< several may live at a time
  VectorId vector = -1;
  Advance steps = {};  ///< without its pointers
};

/// The share of one net.
class RankWork final : public NodeExchange {
 public:
  RankWork(Ranks& ranks, Share share);
  ~RankWork() override;

  std::vector<double>& buffer() { return buffer_; }
  /// Of own nodes and ghosts; `buffer` has them.
  void put(VectorId id);
  /// The numbers of own nodes, into the buffer.
  void get(VectorId id);
  std::size_t put_count() const { return share_.nodes.size() * width(); }
  std::size_t get_count() const { return share_.own.size() * width(); }
  /// How many steps are good: the same on all ranks. Powers of own nodes are in powers() then.
  std::int64_t advance(Advance steps);
  /// [sweeps x own nodes], and how often each sweep counts.
  const std::vector<double>& powers() const { return powers_; }
  const std::vector<int>& power_times() const { return power_times_; }
  const std::vector<int>& own_nodes() const { return share_.own; }

  void exchange(double* numbers, std::ptrdiff_t node_stride, std::ptrdiff_t axis_stride) override;
  std::int64_t least(std::int64_t number) override { return ranks_.least(number); }
  void take_powers(const double* of_nodes, int times) override;

 private:
  std::size_t width() const { return usize(share_.net.dimension); }
  VectorId here(VectorId id);

  Ranks& ranks_;
  Share share_;                       // its net is in the backend
  std::unique_ptr<Backend> backend_;  // none without nodes
  std::vector<VectorId> here_;        // vectors by the ids of rank 0; -1: not here
  std::vector<RankMessage> messages_;
  std::vector<double> buffer_, powers_;
  std::vector<int> power_times_;
};

/// Carries out the calls of rank 0 until it ends.
void follow_rank_zero(Ranks& ranks);

}  // namespace tensio
