#include "backend/common/node_terms.hpp"

#include <algorithm>
#include <cmath>

#include "backend/common/spring_batch.hpp"
#include "backend/loops.hpp"

namespace tensio {

template <int D>
EnergyValue NodeTerms<D>::target_energy(const double* x) const {
  EnergyValue total;
  for (const NetworkData::Target& target : net_.targets)
    for (int i = 0; i < D; ++i) {
      const double off = x[axis_offset<D>(target.node) + i] - target.point[i];
      total.add(0.5 * target.stiffness * off * off);
    }
  return total;
}

template <int D>
void NodeTerms<D>::add_inertia_energy(const double* x, int begin, int end, EnergyValue& sum) const {
  const double* y = about();
  for (int i = begin; i < end; ++i) {
    const auto axis = usize(i);
    const double off = x[i] - y[i];
    if (!net_.constrained[axis]) sum.add(0.5 * inertia_ * net_.mass[axis / D] * off * off);
  }
}

template <int D>
void NodeTerms<D>::add_forces(const double* x, int begin, int end, double* f) const {
  for_targets(begin, end, [&](const NetworkData::Target& target) {
    for (int i = 0; i < D; ++i)
      f[axis_offset<D>(target.node) + i] -=
          target.stiffness * (x[axis_offset<D>(target.node) + i] - target.point[i]);
  });
  if (contact.acts()) contact.add_forces(x, begin, end, f);
  if (inertia_ == 0) return;
  const double* y = about();
  for (std::size_t i = usize(begin) * D; i < usize(end) * D; ++i)
    f[i] -= inertia_ * net_.mass[i / D] * (x[i] - y[i]);
}

template <int D>
void NodeTerms<D>::add_blocks(const double* x, bool projected, int begin, int end,
                              double* K) const {
  for_targets(begin, end, [&](const NetworkData::Target& target) {
    double* diagonal = K + block_offset<D>(net_.diagonal[target.node]);
    for (int i = 0; i < D; ++i) diagonal[i * D + i] += target.stiffness;
  });
  if (contact.acts()) contact.add_blocks(x, projected, begin, end, K);
  if (inertia_ == 0) return;
  for (int n = begin; n < end; ++n) {
    double* diagonal = K + block_offset<D>(net_.diagonal[n]);
    for (int i = 0; i < D; ++i) diagonal[i * D + i] += inertia_ * net_.mass[n];
  }
}

template <int D>
std::vector<double> NodeTerms<D>::blocks(const double* x) const {
  std::vector<double> result;
  if (empty()) return result;
  std::vector<double> K(usize(block_offset<D>(net_.block_count())), 0.0);
  add_blocks(x, false, 0, net_.node_count, K.data());
  result.resize(usize(block_offset<D>(net_.node_count)));
  for (int node = 0; node < net_.node_count; ++node)
    std::copy_n(K.data() + block_offset<D>(net_.diagonal[node]), D * D,
                result.data() + block_offset<D>(node));
  return result;
}

template <int D>
void NodeTerms<D>::add_targets(const double* x, double* f, EnergyValue& energy) const {
  for (const NetworkData::Target& target : net_.targets)
    for (int i = 0; i < D; ++i) {
      const double off = x[axis_offset<D>(target.node) + i] - target.point[i];
      energy.add(0.5 * target.stiffness * off * off);
      f[axis_offset<D>(target.node) + i] -= target.stiffness * off;
    }
}

template <int D>
void NodeTerms<D>::add_loads(const double* x, int begin, int end, double* f, EnergyValue& energy,
                             NodeLargest& largest) const {
  const double* y = inertia_ != 0 ? about() : x;
  double term[kBatch * D][2], push[kBatch * D], inertia[kBatch * D], is_free[kBatch * D];
  for (int from = begin; from < end; from += kBatch) {
    const int count = std::min(kBatch, end - from);
    const std::ptrdiff_t first = axis_offset<D>(from);
    const double *external = net_.external.data() + first, *mass = net_.mass.data() + from;
    const double *here = x + first, *from_y = y + first, *drawn = net_.position.data() + first;
    double* own = f + first;
    // Loops with one operation each, which compilers vectorise.
    for (int n = 0; n < count; ++n)
      for (int i = n * D; i < n * D + D; ++i) inertia[i] = inertia_ * mass[n];
    for (int i = 0; i < count * D; ++i) is_free[i] = net_.constrained[first + i] != 0 ? 0.0 : 1.0;
    for (int i = 0; i < count * D; ++i) {
      const double off = here[i] - from_y[i], full = inertia[i] * off;
      push[i] = is_free[i] != 0 ? full : 0.0;
      term[i][0] = -external[i] * (here[i] - drawn[i]);
      term[i][1] = 0.5 * push[i] * off;
    }
    for (int i = 0; i < count * D; ++i) {
      const double sum = own[i] + (external[i] - push[i]);
      own[i] = is_free[i] != 0 ? sum : 0.0;
    }
    add_terms(&term[0][0], 2 * count * D, energy);
    largest.see(largest_force(f + first, 0, count * D), largest_force(push, 0, count * D),
                largest_force(external, 0, count * D));
  }
}

template <int D>
double NodeTerms<D>::rounding(const double* x, std::size_t axis) const {
  const double penalty = contact.acts() ? contact.rounding(x, axis) : 0;
  if (inertia_ == 0) return penalty;
  return penalty +
         inertia_ * net_.mass[axis / D] * std::max(std::abs(x[axis]), std::abs(about()[axis]));
}

template <int D>
double NodeTerms<D>::largest_target_force(const double* x) const {
  double largest = 0;
  for (const NetworkData::Target& target : net_.targets)
    for (std::ptrdiff_t i = 0; i < D; ++i) {
      const std::ptrdiff_t axis = axis_offset<D>(target.node) + i;
      if (!net_.constrained[axis])
        largest = std::max(largest, target.stiffness * std::abs(x[axis] - target.point[i]));
    }
  return largest;
}

template <int D>
double NodeTerms<D>::largest_inertia(const double* x) const {
  double largest = contact.acts() ? contact.largest_normal_force(x) : 0;
  largest = std::max(largest, largest_target_force(x));
  if (inertia_ == 0) return largest;
  const double* y = about();
  for (std::size_t n = 0; n < net_.mass.size(); ++n)
    for (std::size_t i = n * D; i < n * D + D; ++i) {
      const double push = inertia_ * net_.mass[n] * std::abs(x[i] - y[i]);
      largest = std::max(largest, net_.constrained[i] ? 0.0 : push);
    }
  return largest;
}

template class NodeTerms<2>;
template class NodeTerms<3>;

}  // namespace tensio
