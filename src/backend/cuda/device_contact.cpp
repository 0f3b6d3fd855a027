#include "backend/cuda/device_contact.hpp"

#include <algorithm>
#include <tuple>

#include "core/parallel.hpp"

namespace tensio {

namespace {

// Vectors of nodes beyond those of other steps: two more states, and velocities in the middle.
constexpr std::size_t kVectors = 4;

// Where the touches begin in what save_contact() gives: after the points, ten numbers each.
std::size_t first_touch(const std::vector<double>& saved) {
  return 1 + 10 * static_cast<std::size_t>(saved.at(0));
}

template <int D>
std::size_t bytes_for_contact(std::size_t nodes, std::size_t solids) {
  const std::size_t most = std::min<std::size_t>(solids, kMostContacts);
  const std::size_t touch = sizeof(DeviceTouch) + 1;
  return nodes * (solids * touch + most * sizeof(ContactRecord<D>) + 2 * sizeof(double) +
                  kVectors * sizeof(NodeRow<D>));
}

}  // namespace

std::size_t bytes_of_contact(const NetworkData& net) {
  if (net.solids.empty()) return 0;
  const std::size_t nodes = usize(net.node_count);
  return net.dimension == 2 ? bytes_for_contact<2>(nodes, net.solids.size())
                            : bytes_for_contact<3>(nodes, net.solids.size());
}

template <int D>
void DeviceContact<D>::begin() {
  if (!acts()) return;
  before_.clear();
  for (const Solid& solid : net_.solids)
    before_.insert(before_.end(), solid.shift, solid.shift + 3);
  if (changed_) known_ = false;
  changed_ = false;
  all_begun_.clear();
}

template <int D>
void DeviceContact<D>::accept(Backend& host) {
  if (!acts() || !known_ || !changed_) return;
  std::vector<std::uint8_t> touching(touching_.size());
  device_.to_host(touching_.data(), touching.data(), touching.size());
  std::vector<double> saved = host.save_contact();
  saved.resize(first_touch(saved));
  for (std::size_t i = 0; i < touching.size(); ++i)
    if (touching[i]) saved.push_back(static_cast<double>(i));
  host.load_contact(saved);
  changed_ = false;
}

template <int D>
void DeviceContact<D>::begin_round(int steps, const Backend& host) {
  if (!known_) {
    known_ = true;
    std::vector<std::uint8_t> touching(usize(net_.node_count) * net_.solids.size());
    const std::vector<double> saved = host.save_contact();
    for (std::size_t at = first_touch(saved); at < saved.size(); ++at)
      touching[static_cast<std::size_t>(saved[at])] = 1;
    touching_.fill(device_, touching);
  }
  solids_.fill(device_, net_.solids);
  shifts_.fill(device_, before_);
  const std::size_t nodes = usize(net_.node_count);
  near_.resize(device_, usize(steps) + 1);
  met_.resize(device_, usize(steps) + 1);
  counters_.resize(device_, 2);
  lost_.resize(device_, 2 * nodes);
  sums_.resize(device_, 2 * usize(blocks()) * usize(steps));
  begun_.resize(device_, nodes * net_.solids.size());
  for (DeviceArray<int>* flags : {&near_, &met_, &counters_})
    device_.clear(flags->data(), flags->size() * sizeof(int));
}

template <int D>
void DeviceContact<D>::continue_round(int steps, const Backend& host, int last) {
  const int flag = host_near_[usize(last)];
  begin_round(steps, host);
  if (flag) device_.to_device(&flag, near_.data(), sizeof flag);
}

template <int D>
DeviceStops<D> DeviceContact<D>::stops(double h, double share) const {
  DeviceStops<D> all{};
  all.solids = solids_.data();
  all.count = count();
  all.before = shifts_.data();
  all.h = h;
  all.share = share;
  all.touching = touching_.data();
  all.changed = counters_.data();
  all.begun_count = counters_.data() + 1;
  all.lost = lost_.data();
  all.nodes = net_.node_count;
  all.most = most();
  all.begun = begun_.data();
  all.room = static_cast<int>(begun_.size());
  return all;
}

template <int D>
void DeviceContact<D>::find_near(const DeviceStops<D>& stops, int step) {
  device_.find_near({stops, near(step)});
}

template <int D>
void DeviceContact<D>::stop(DeviceStops<D> stops, int step, int from_start, bool only_near,
                            bool records) {
  if (records) {
    records_.resize(device_, usize(net_.node_count) * usize(most()));
    stops.records = records_.data();
  }
  stops.near = only_near ? near(step) : nullptr;
  stops.met = met(step);
  stops.step = from_start;
  device_.stop_nodes({stops});
  device_.sum_lost({.near = stops.near,
                    .lost = lost_.data(),
                    .nodes = net_.node_count,
                    .block = kSumBlock,
                    .blocks = blocks(),
                    .sums = sums_.data() + 2 * usize(blocks()) * usize(step)});
}

template <int D>
void DeviceContact<D>::look(int steps) {
  const auto read = [&](auto& to, const auto& from, std::size_t count) {
    to.resize(count);
    if (count > 0) device_.to_host(from.data(), to.data(), count * sizeof(to[0]));
  };
  read(host_near_, near_, usize(steps) + 1);
  read(host_met_, met_, usize(steps) + 1);
  read(host_sums_, sums_, 2 * usize(blocks()) * usize(steps));
  std::vector<int> counters;
  read(counters, counters_, 2);
  changed_ |= counters[0] != 0;
  overflowed_ = usize(counters[1]) > begun_.size();
  std::vector<DeviceTouch> begun;
  read(begun, begun_, std::min(usize(counters[1]), begun_.size()));
  all_begun_.insert(all_begun_.end(), begun.begin(), begun.end());
}

template <int D>
void DeviceContact<D>::balance_of(int step, ContactBalance& balance) const {
  const std::size_t all = usize(blocks());
  const double* const sums = host_sums_.data() + 2 * all * usize(step);
  for (std::size_t block = 0; block < all; ++block) {
    balance.dissipated += sums[block];
    balance.work += sums[all + block];
  }
  balance.met |= host_met_[usize(step)] != 0;
}

template <int D>
std::vector<StepTouch> DeviceContact<D>::take_begun() {
  std::sort(all_begun_.begin(), all_begun_.end(), [](const DeviceTouch& a, const DeviceTouch& b) {
    return std::tie(a.step, a.node, a.solid) < std::tie(b.step, b.node, b.solid);
  });
  std::vector<StepTouch> result;
  for (const DeviceTouch& touch : all_begun_)
    result.push_back({touch.step, {touch.node, touch.solid, touch.speed}});
  all_begun_.clear();
  return result;
}

template <int D>
void DeviceContact<D>::add_impulses(ContactBalance& balance) {
  const std::size_t each = 3 * net_.solids.size();
  impulses_.resize(device_, each * usize(blocks()));
  device_.clear(impulses_.data(), impulses_.size() * sizeof(double));
  device_.sum_impulses({.records = records_.data(),
                        .most = most(),
                        .nodes = net_.node_count,
                        .block = kSumBlock,
                        .solids = count(),
                        .sums = impulses_.data()},
                       blocks());
  std::vector<double> sums(impulses_.size());
  device_.to_host(impulses_.data(), sums.data(), sums.size() * sizeof(double));
  for (std::size_t i = 0; i < sums.size(); ++i) balance.impulse[i % each] += sums[i];
}

template class DeviceContact<2>;
template class DeviceContact<3>;

}  // namespace tensio
