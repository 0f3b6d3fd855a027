// Obstacles on a device: which node touches which, and what contact did in the steps of a round.
#pragma once

#include <cstdint>
#include <vector>

#include "backend/backend.hpp"
#include "backend/cuda/device.hpp"
#include "core/index.hpp"
#include "core/parallel.hpp"
#include "network/network_data.hpp"

namespace tensio {

template <int D>
class DeviceContact {
 public:
  DeviceContact(Device<D>& device, const NetworkData& net) : device_(device), net_(net) {}

  bool acts() const { return !net_.solids.empty(); }
  /// A step begins, or steps of one call do.
  void begin();
  /// Gives the touches to `host`, as those that it has accepted.
  void accept(Backend& host);
  /// The host has changed its touches.
  void forget() { known_ = false; }

  /// The passes of a round of at most `steps` steps; the flags of near nodes are zero. Touches are
  /// those that `host` has accepted, unless the device has them.
  void begin_round(int steps, const Backend& host);
  /// The same, where the last flag of the round before is that of the first step in this one.
  void continue_round(int steps, const Backend& host, int last);
  /// Of steps without their vectors; obstacles are where they are now.
  DeviceStops<D> stops(double h, double share) const;
  int* near(int step) const { return near_.data() + step; }
  int* met(int step) const { return met_.data() + step; }
  /// Whether nodes may meet obstacles in a step of the round.
  void find_near(const DeviceStops<D>& stops, int step);
  /// Stops nodes at the end of it; `from_start`: its number since begin(). With `records` the
  /// impulses are there afterwards.
  void stop(DeviceStops<D> stops, int step, int from_start, bool only_near, bool records);

  /// Waits, and reads what contact did in the round.
  void look(int steps);
  bool was_near(int step) const { return host_near_[usize(step)] != 0; }
  /// What a step lost, added up over all blocks; met.
  void balance_of(int step, ContactBalance& balance) const;
  /// The touches that began in the round were more than there is room for; some are not known.
  bool overflowed() const { return overflowed_; }
  /// Those of the rounds since the last call, by step, node and obstacle.
  std::vector<StepTouch> take_begun();
  /// Of the last step with records.
  void add_impulses(ContactBalance& balance);

 private:
  int blocks() const { return sum_block_count(net_.node_count); }
  int count() const { return static_cast<int>(net_.solids.size()); }
  int most() const { return count() < kMostContacts ? count() : kMostContacts; }

  Device<D>& device_;
  const NetworkData& net_;
  bool known_ = false;    // the touches on the device are those of the step at hand on the host
  bool changed_ = false;  // by steps that are not yet accepted
  bool overflowed_ = false;
  std::vector<double> before_;  // shifts of the solids
  DeviceArray<Solid> solids_;
  DeviceArray<double> shifts_;
  DeviceArray<std::uint8_t> touching_;
  DeviceArray<int> near_, met_, counters_;  // the last: whether touches changed; how many began
  DeviceArray<double> lost_, sums_, impulses_;
  DeviceArray<DeviceTouch> begun_;
  DeviceArray<ContactRecord<D>> records_;
  std::vector<int> host_near_, host_met_;
  std::vector<double> host_sums_;
  std::vector<DeviceTouch> all_begun_;
};

/// What obstacles take of the memory of a device, with the vectors that their steps need.
std::size_t bytes_of_contact(const NetworkData& net);

}  // namespace tensio
