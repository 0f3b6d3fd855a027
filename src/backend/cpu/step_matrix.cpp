#include "backend/cpu/step_matrix.hpp"

#include <algorithm>
#include <cmath>

#include "backend/loops.hpp"

namespace tensio {

namespace {

/// A is solved with in single precision where its least eigenvalue is at least this part of the
/// largest: else the rounding of what moves most (6e-8 of it) would be more than what the stiffest
/// springs let move,
constexpr double kWellConditioned = 1e-6;
/// and its numbers are neither too large nor too small for that.
constexpr double kFarFromOne = 1e15;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// The stiffness of spring s at its rest length, along itself.
template <Law law>
double weight_at_rest(const NetworkData& net, int s) {
  const double k = net.stiffness[at(s)], l0 = net.rest_length[at(s)];
  if constexpr (law == Law::table) {
    const double tangent = evaluate<law>(l0, k, l0, net.curve_of(s)).tangent;
    if (tangent > 0.0) return tangent;
  }
  return std::abs(k);
}

}  // namespace

template <int D>
StepMatrix<D>::StepMatrix(const NetworkData& net, ThreadPool& pool, bool reproducible)
    : net_(net),
      pool_(pool),
      matrix_(net, choose_node_solver(net, reproducible)),
      weight_(at(net.spring_count)),
      diagonal_(at(net.node_count)),
      factors_(net),
      near_(net.held.size()) {}

template <int D>
bool StepMatrix<D>::prepare(double g, const double* H) {
  work_out_weights(g);
  return factorise() && factors_.factorise({net_, H, 0}) == Factor::positive_definite;
}

template <int D>
void StepMatrix<D>::work_out_weights(double g) {
  for_laws(net_, 0, net_.spring_count, [&]<Law law>(int begin, int end) {
    for (int s = begin; s < end; ++s) weight_[at(s)] = weight_at_rest<law>(net_, s);
  });
  for (std::size_t s = 0; s < net_.parts.size(); ++s) weight_[s] += net_.parts[s].stiffness;
  for (std::size_t n = 0; n < diagonal_.size(); ++n) diagonal_[n] = g * net_.mass[n];
  for (const NetworkData::Target& target : net_.targets)
    diagonal_[at(target.node)] += target.stiffness;
}

template <int D>
bool StepMatrix<D>::factorise() {
  if (known_weight_ == weight_ && known_diagonal_ == diagonal_ && known_held_ == net_.held)
    return true;
  known_weight_.clear();
  if (!matrix_.factorise(weight_, diagonal_, precision())) return false;
  known_weight_ = weight_;
  known_diagonal_ = diagonal_;
  known_held_ = net_.held;
  return true;
}

// By Gershgorin's circles: no eigenvalue is below the least diagonal, or above twice the largest
// sum of weights and its diagonal.
template <int D>
Precision StepMatrix<D>::precision() const {
  std::vector<double> sum = diagonal_;
  for (std::size_t s = 0; s < weight_.size(); ++s) {
    sum[at(net_.a[s])] += weight_[s];
    sum[at(net_.b[s])] += weight_[s];
  }
  const double least = *std::min_element(diagonal_.begin(), diagonal_.end());
  const double largest = *std::max_element(sum.begin(), sum.end());
  return least >= kWellConditioned * largest && least > 1 / kFarFromOne && largest < kFarFromOne
             ? Precision::single_precision
             : Precision::double_precision;
}

template <int D>
void StepMatrix<D>::solve(const double* f, double* p) {
  factors_.solve(f, near_.data());
  matrix_.solve(f, p);
  pool_.parallel_for(static_cast<int>(near_.size()), [&](int begin, int end) {
    for (std::size_t i = at(begin); i < at(end); ++i) p[i] = net_.held[i] ? 0.0 : p[i] + near_[i];
  });
}

template class StepMatrix<2>;
template class StepMatrix<3>;

}  // namespace tensio
