// Contact of nodes with obstacles in explicit steps.
#include <algorithm>

#include "backend/cpu/cpu_backend.hpp"
#include "core/index.hpp"
#include "physics/impact.hpp"
#include "physics/node.hpp"

namespace tensio {

namespace {

template <int D>
void store(const Vec<D>& from, double* to, int node) {
  for (int i = 0; i < D; ++i) to[wide(node) * D + i] = from[i];
}

// Which solids the node touches now: those that push it, and those that it has not yet left.
template <int D>
void update_touches(const std::vector<Solid>& solids, const ContactPoints<D>& met, const Vec<D>& x,
                    int node, std::uint8_t* touching, std::vector<Touch>& begun) {
  for (int i = 0; i < static_cast<int>(solids.size()); ++i) {
    const ContactPoint<D>* pushes = nullptr;
    for (int m = 0; m < met.count; ++m)
      if (met.of[m].solid == i && met.of[m].push > 0) pushes = &met.of[m];
    if (pushes) {
      if (!touching[i]) begun.push_back({node, i, pushes->speed});
      touching[i] = 1;
    } else if (touching[i]) {
      const Solid& solid = solids[i];
      const double distance = nearest(solid, difference(x, load<D>(solid.shift, 0))).distance;
      if (distance > (1 + kTouchEnds) * solid.thickness) touching[i] = 0;
    }
  }
}

}  // namespace

template <int D>
template <class Block>
void CpuBackend<D>::balance_by_blocks(ContactBalance& balance, Block&& block) {
  const int blocks = (net_.node_count + kSumBlock - 1) / kSumBlock;
  block_balances_.resize(usize(blocks));
  pool_.parallel_for(
      blocks,
      [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
          ContactBalance& own = block_balances_[i];
          own.clear(net_.solids.size());
          block(i * kSumBlock, std::min(net_.node_count, (i + 1) * kSumBlock), own);
        }
      },
      2);
  balance.clear(net_.solids.size());
  for (const ContactBalance& own : block_balances_) {
    balance.dissipated += own.dissipated;
    balance.work += own.work;
    balance.met |= own.met;
    balance.begun.insert(balance.begun.end(), own.begun.begin(), own.begun.end());
    for (std::size_t i = 0; i < own.impulse.size(); ++i) balance.impulse[i] += own.impulse[i];
  }
}

// What the net loses is its kinetic energy at the start and what its forces do on the way, less
// the kinetic energy at the end; and what the obstacle put in by its motion.
template <int D>
void CpuBackend<D>::stop_at_solids(const ImpactStep& step, ContactBalance& balance) {
  const auto& solids = net_.solids;
  const int count = static_cast<int>(solids.size());
  const double *x0 = at(step.x0), *v0 = at(step.v0);
  double *x = at(step.x), *v = at(step.v);
  balance_by_blocks(balance, [&](int begin, int end, ContactBalance& own) {
    for (int node = begin; node < end; ++node) {
      NodeStep<D> s{
          load<D>(x0, node), load<D>(v0, node), load<D>(x, node), load<D>(v, node), {}, step.h,
          step.share};
      bool any = false;
      for (int i = 0; i < D; ++i) {
        const bool constrained = net_.constrained[usize(wide(node) * D + i)];
        s.free[i] = constrained ? 0 : 1;
        any |= !constrained;
      }
      if (!any) continue;
      std::uint8_t* touching = step.touching.data() + wide(node) * count;
      const Vec<D> v_free = s.v;
      const ContactPoints<D> met = meet_all(s, solids.data(), count, step.shift0.data());
      update_touches(solids, met, s.x, node, touching, own.begun);
      if (met.count == 0) continue;
      own.met = true;
      store(s.x, x, node);
      store(s.v, v, node);
      const double mass = net_.mass[node];
      const Vec<D> made = masked(difference(v_free, s.v0), s.free);
      double work = 0;
      for (int i = 0; i < met.count; ++i) {
        const ContactPoint<D>& m = met.of[i];
        work += mass *
                (m.push * tensio::dot(m.normal, m.carried) + tensio::dot(m.friction_of, m.carried));
        own.give(m.solid, mass * m.push, m.normal);
        own.give(m.solid, mass, m.friction_of);
      }
      own.work += work;
      own.dissipated += node_kinetic_energy(mass, masked(s.v0, s.free)) -
                        node_kinetic_energy(mass, masked(s.v, s.free)) +
                        mass / step.h * tensio::dot(made, difference(s.x, s.x0)) + work;
    }
  });
}

template class CpuBackend<2>;
template class CpuBackend<3>;

}  // namespace tensio
