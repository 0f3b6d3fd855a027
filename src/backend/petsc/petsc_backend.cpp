#include "backend/petsc/petsc_backend.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include "backend/common/velocity_forces.hpp"
#include "core/index.hpp"
#include "core/parallel.hpp"
#include "network/partition.hpp"

namespace tensio {

namespace {

// Most numbers that wait for their sum: powers of nodes.
constexpr std::int64_t kMostPowers = 1 << 22;

std::atomic<int> nets_so_far{0};
// Calls come one after the other, whatever threads they come from.
std::mutex call_lock;
// A call has begun and not ended: the ranks may wait for each other.
bool in_call = false;

// Who owns each node. Kernels move nodes with springs, so ranks whose nodes have none leave these
// to rank 0; those with springs come first.
std::vector<int> owners_of(const NetworkData& net, int ranks) {
  std::vector<int> owner = partition(divided(net), ranks).owner;
  std::vector<int> number(usize(ranks), -1);
  for (const auto* ends : {&net.a, &net.b})
    for (int node : *ends) number[owner[node]] = 0;
  int next = 0;
  for (int& each : number) each = each < 0 ? 0 : next++;
  for (int& each : owner) each = number[each];
  return owner;
}

}  // namespace

/// Says to the ranks what to do, and holds the lock until this one has done its part.
class PetscBackend::Call {
 public:
  Call(PetscBackend& own, RankCall call) : lock_(call_lock) {
    in_call = true;
    call.net = own.number_;
    own.ranks_.broadcast(&call, sizeof call);
  }
  /// All have done what was asked.
  void done() { in_call = false; }

 private:
  std::lock_guard<std::mutex> lock_;
};

PetscBackend::PetscBackend(std::unique_ptr<Backend> host, Ranks& ranks)
    : BeforeHost(std::move(host)), ranks_(ranks), number_(nets_so_far++) {}

PetscBackend::~PetscBackend() {
  if (!work_ || in_call) return;
  Call(*this, {.task = RankTask::drop_share}).done();
}

VectorId PetscBackend::make_vector(Items items) {
  const VectorId id = host_->make_vector(items);
  places_.resize(usize(id) + 1);
  return id;
}

VectorId PetscBackend::read(VectorId id) {
  if (id < 0 || places_[usize(id)].on_host) return id;
  Call call(*this, {.task = RankTask::get, .vector = id});
  double* const whole = host_->numbers(id);
  const std::size_t d = usize(net().dimension);
  for (int rank = 0; rank < ranks_.count(); ++rank) {
    const std::vector<int>& own = own_[usize(rank)];
    numbers_.resize(own.size() * d);
    if (rank == 0) {
      work_->get(id);
      numbers_ = work_->buffer();
    } else {
      ranks_.receive(rank, numbers_.data(), numbers_.size() * sizeof(double));
    }
    for (std::size_t i = 0; i < own.size(); ++i)
      std::copy_n(numbers_.data() + i * d, d, whole + usize(own[i]) * d);
  }
  call.done();
  places_[usize(id)].on_host = true;
  return id;
}

VectorId PetscBackend::changed(VectorId id) {
  if (read(id) >= 0) places_[usize(id)].on_ranks = false;
  return id;
}

VectorId PetscBackend::overwritten(VectorId id) {
  places_[usize(id)] = {};
  return id;
}

void PetscBackend::read_on_ranks(VectorId id) {
  if (id < 0 || places_[usize(id)].on_ranks) return;
  Call call(*this, {.task = RankTask::put, .vector = id});
  const double* const whole = host_->numbers(id);
  const std::size_t d = usize(net().dimension);
  for (int rank = ranks_.count() - 1; rank >= 0; --rank) {
    const std::vector<int>& nodes = nodes_[usize(rank)];
    numbers_.resize(nodes.size() * d);
    for (std::size_t i = 0; i < nodes.size(); ++i)
      std::copy_n(whole + usize(nodes[i]) * d, d, numbers_.data() + i * d);
    if (rank > 0) ranks_.send(rank, numbers_.data(), numbers_.size() * sizeof(double));
  }
  work_->buffer() = numbers_;
  work_->put(id);
  call.done();
  places_[usize(id)].on_ranks = true;
}

// Contact, histories, faces, muscles and custom laws are those of rank 0.
bool PetscBackend::knows_net() const {
  const NetworkData& net = this->net();
  return inertia_ == 0 && net.functions.empty() && net.yields.empty() && net.maxwells.empty() &&
         net.breaks.empty() && net.muscles.empty() && net.parts.empty() && !net.faces.act() &&
         net.solids.empty() && net.targets.empty() && net.slack_width == 0;
}

void PetscBackend::share_net() {
  if (!stale_) return;
  for (std::size_t id = 0; id < places_.size(); ++id) read(static_cast<VectorId>(id));
  for (Places& places : places_) places.on_ranks = false;
  const std::vector<int> owner = owners_of(net(), ranks_.count());
  nodes_.assign(usize(ranks_.count()), {});
  own_ = nodes_;
  Call call(*this, {.task = RankTask::take_share});
  for (int rank = ranks_.count() - 1; rank >= 0; --rank) {
    Share share = share_of(net(), owner, rank, false);
    nodes_[usize(rank)] = share.nodes;
    for (int local : share.own) own_[usize(rank)].push_back(share.nodes[usize(local)]);
    if (rank == 0) {
      work_ = std::make_unique<RankWork>(ranks_, std::move(share));
    } else {
      const std::string bytes = packed(share);
      const std::uint64_t size = bytes.size();
      ranks_.send(rank, &size, sizeof size);
      ranks_.send(rank, bytes.data(), bytes.size());
    }
  }
  call.done();
  stale_ = false;
}

std::int64_t PetscBackend::most_steps(double work) const {
  if (!knows_net()) return host_->most_steps(work);
  std::int64_t most = host_->most_steps(work / ranks_.count());
  if (is_damped(net())) most = std::min(most, kMostPowers / net().node_count);
  return std::max<std::int64_t>(most, 1);
}

std::int64_t PetscBackend::advance(const Advance& steps) {
  if (!knows_net() || steps.precision == Precision::single_precision)
    return BeforeHost::advance(steps);
  share_net();
  for (VectorId id : {steps.x, steps.v}) read_on_ranks(id);
  if (steps.a_known) read_on_ranks(steps.a);
  if (steps.guess_known) read_on_ranks(steps.guess);
  return advance_on_ranks(steps);
}

std::int64_t PetscBackend::advance_on_ranks(const Advance& steps) {
  RankCall asked{.task = RankTask::advance, .steps = steps};
  asked.steps.dissipated = nullptr;
  asked.steps.contact = nullptr;
  Call call(*this, asked);
  const std::int64_t good = work_->advance(asked.steps);
  if (good == steps.count) {
    const bool verlet = steps.integrator == Integrator::velocity_verlet;
    const double energy =
        with_powers(steps.dissipated ? *steps.dissipated : 0, verlet ? steps.h / 2 : steps.h);
    if (steps.dissipated) *steps.dissipated = energy;
    for (VectorId id : {steps.x, steps.v, steps.a, steps.guess})
      if (id >= 0) places_[usize(id)] = {.on_host = false, .on_ranks = true};
  }
  call.done();
  return good;
}

// The sums of MotionPasses::dissipated_power(), step by step.
double PetscBackend::with_powers(double energy, double weight) {
  const std::vector<int>& times = work_->power_times();
  if (times.empty()) {
    for (int rank = 1; rank < ranks_.count(); ++rank) ranks_.receive(rank, nullptr, 0);
    return energy;
  }
  const std::size_t nodes = usize(net().node_count);
  std::vector<double> powers(times.size() * nodes);
  for (int rank = 0; rank < ranks_.count(); ++rank) {
    const std::vector<int>& own = own_[usize(rank)];
    numbers_.resize(times.size() * own.size());
    if (rank == 0)
      numbers_ = work_->powers();
    else
      ranks_.receive(rank, numbers_.data(), numbers_.size() * sizeof(double));
    for (std::size_t sweep = 0; sweep < times.size(); ++sweep)
      for (std::size_t i = 0; i < own.size(); ++i)
        powers[sweep * nodes + usize(own[i])] = numbers_[sweep * own.size() + i];
  }
  for (std::size_t sweep = 0; sweep < times.size(); ++sweep) {
    double total = 0;
    for (int block = 0; block < sum_block_count(net().node_count); ++block) {
      const SumBlock items = sum_block(block, net().node_count);
      BlockSum sum;
      for (int node = items.begin; node < items.end; ++node)
        sum.of[node % 8] += powers[sweep * nodes + usize(node)];
      total += sum.total();
    }
    for (int i = 0; i < times[sweep]; ++i) energy += weight * total;
  }
  return energy;
}

std::unique_ptr<Backend> with_ranks(std::unique_ptr<Backend> host, Ranks& ranks) {
  return std::make_unique<PetscBackend>(std::move(host), ranks);
}

void end_ranks(Ranks& ranks, int code) {
  if (in_call) ranks.end_all(code);
  RankCall call{.task = RankTask::end};
  ranks.broadcast(&call, sizeof call);
}

}  // namespace tensio
