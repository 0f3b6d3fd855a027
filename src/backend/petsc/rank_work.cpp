#include "backend/petsc/rank_work.hpp"

#include <map>
#include <utility>

#include "core/index.hpp"

namespace tensio {

namespace {

// A core for each rank.
EquilibriumOptions one_thread() {
  EquilibriumOptions options;
  options.threads = 1;
  return options;
}

}  // namespace

RankWork::RankWork(Ranks& ranks, Share share) : ranks_(ranks), share_(std::move(share)) {
  for (const ShareNeighbour& neighbour : share_.neighbours)
    messages_.push_back({.rank = neighbour.rank,
                         .sent = std::vector<double>(neighbour.sent.size() * width()),
                         .received = std::vector<double>(neighbour.received.size() * width())});
  if (share_.nodes.empty()) return;
  const int dimension = share_.net.dimension;
  backend_ = make_cpu_backend(std::move(share_.net), one_thread());
  share_.net.dimension = dimension;
}

RankWork::~RankWork() = default;

VectorId RankWork::here(VectorId id) {
  if (id < 0) return id;
  if (here_.size() <= usize(id)) here_.resize(usize(id) + 1, -1);
  if (here_[usize(id)] < 0) here_[usize(id)] = backend_->make_vector();
  return here_[usize(id)];
}

void RankWork::put(VectorId id) {
  if (backend_) std::copy(buffer_.begin(), buffer_.end(), backend_->numbers(here(id)));
}

void RankWork::get(VectorId id) {
  buffer_.resize(get_count());
  if (!backend_) return;
  const double* numbers = backend_->numbers(here(id));
  std::size_t to = 0;
  for (int node : share_.own)
    for (std::size_t axis = 0; axis < width(); ++axis)
      buffer_[to++] = numbers[usize(node) * width() + axis];
}

void RankWork::exchange(double* numbers, std::ptrdiff_t node_stride, std::ptrdiff_t axis_stride) {
  const auto axes = static_cast<std::ptrdiff_t>(width());
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    double* to = messages_[i].sent.data();
    for (int node : share_.neighbours[i].sent)
      for (std::ptrdiff_t axis = 0; axis < axes; ++axis)
        *to++ = numbers[node * node_stride + axis * axis_stride];
  }
  ranks_.exchange(messages_);
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    const double* from = messages_[i].received.data();
    for (int node : share_.neighbours[i].received)
      for (std::ptrdiff_t axis = 0; axis < axes; ++axis)
        numbers[node * node_stride + axis * axis_stride] = *from++;
  }
}

void RankWork::take_powers(const double* of_nodes, int times) {
  power_times_.push_back(times);
  for (int node : share_.own) powers_.push_back(of_nodes[node]);
}

std::int64_t RankWork::advance(Advance steps) {
  powers_.clear();
  power_times_.clear();
  if (!backend_) return least(steps.count);
  for (VectorId* id : {&steps.x, &steps.v, &steps.a, &steps.guess}) *id = here(*id);
  steps.exchange = this;
  const std::int64_t good = backend_->advance(steps);
  if (good < steps.count) return good;
  // All that the next call begins with is right at ghosts, too.
  const auto axes = static_cast<std::ptrdiff_t>(width());
  for (VectorId id : {steps.x, steps.v, steps.a, steps.guess})
    if (id >= 0) exchange(backend_->numbers(id), axes, 1);
  return good;
}

void follow_rank_zero(Ranks& ranks) {
  std::map<int, std::unique_ptr<RankWork>> nets;
  for (;;) {
    RankCall call;
    ranks.broadcast(&call, sizeof call);
    RankWork* const work = nets.contains(call.net) ? nets[call.net].get() : nullptr;
    switch (call.task) {
      case RankTask::end: return;
      case RankTask::drop_share: nets.erase(call.net); break;
      case RankTask::take_share: {
        std::uint64_t size = 0;
        ranks.receive(0, &size, sizeof size);
        std::string bytes(usize(size), '\0');
        ranks.receive(0, bytes.data(), bytes.size());
        nets[call.net] = std::make_unique<RankWork>(ranks, unpacked(bytes));
        break;
      }
      case RankTask::put:
        work->buffer().resize(work->put_count());
        ranks.receive(0, work->buffer().data(), work->put_count() * sizeof(double));
        work->put(call.vector);
        break;
      case RankTask::get:
        work->get(call.vector);
        ranks.send(0, work->buffer().data(), work->get_count() * sizeof(double));
        break;
      case RankTask::advance:
        if (work->advance(call.steps) == call.steps.count)
          ranks.send(0, work->powers().data(), work->powers().size() * sizeof(double));
        break;
    }
  }
}

}  // namespace tensio
