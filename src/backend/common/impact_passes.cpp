// Contact of nodes with obstacles in explicit steps.
#include "backend/common/host_contact.hpp"
#include "backend/loops.hpp"
#include "physics/impact.hpp"
#include "physics/node.hpp"

namespace tensio {

namespace {

template <int D>
void store(const Vec<D>& from, double* to, int node) {
  for (int i = 0; i < D; ++i) to[axis_offset<D>(node) + i] = from[i];
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

void add_balance(const ContactBalance& other, ContactBalance& balance) {
  balance.dissipated += other.dissipated;
  balance.work += other.work;
  balance.met |= other.met;
  balance.begun.insert(balance.begun.end(), other.begun.begin(), other.begun.end());
  for (std::size_t i = 0; i < other.impulse.size(); ++i) balance.impulse[i] += other.impulse[i];
}

// The net loses its kinetic energy at the start and the work of its forces along the path, less
// the kinetic energy at the end; and the work that the obstacle did by its motion.
template <int D>
bool HostContact<D>::stop_node(int node, NodeStep<D>& s, ContactBalance& balance) {
  if (!is_free(node)) return false;
  const auto& solids = net_.solids;
  const int count = static_cast<int>(solids.size());
  for (int i = 0; i < D; ++i) s.free[i] = net_.constrained[usize(axis_offset<D>(node) + i)] ? 0 : 1;
  const Vec<D> v_free = s.v;
  const ContactPoints<D> met = meet_all(s, solids.data(), count, shift0_.data());
  update_touches(solids, met, s.x, node, current_.touching.data() + wide(node) * count,
                 balance.begun);
  if (met.count == 0) return false;
  balance.met = true;
  const double mass = net_.mass[node];
  const Vec<D> made = masked(difference(v_free, s.v0), s.free);
  double work = 0;
  for (int i = 0; i < met.count; ++i) {
    const ContactPoint<D>& m = met.of[i];
    work += mass * (m.push * dot(m.normal, m.carried) + dot(m.friction_of, m.carried));
    balance.give(m.solid, mass * m.push, m.normal);
    balance.give(m.solid, mass, m.friction_of);
  }
  balance.work += work;
  balance.dissipated += node_kinetic_energy(mass, masked(s.v0, s.free)) -
                        node_kinetic_energy(mass, masked(s.v, s.free)) +
                        mass / s.h * dot(made, difference(s.x, s.x0)) + work;
  return true;
}

template <int D>
void HostContact<D>::stop_nodes(const ImpactStep& step, int begin, int end,
                                ContactBalance& balance) {
  const double *x0 = vectors_.at(step.x0), *v0 = vectors_.at(step.v0);
  double *x = vectors_.at(step.x), *v = vectors_.at(step.v);
  for (int node = begin; node < end; ++node) {
    NodeStep<D> s{
        load<D>(x0, node), load<D>(v0, node), load<D>(x, node), load<D>(v, node), {}, step.h,
        step.share};
    if (!stop_node(node, s, balance)) continue;
    store(s.x, x, node);
    store(s.v, v, node);
  }
}

template bool HostContact<2>::stop_node(int, NodeStep<2>&, ContactBalance&);
template bool HostContact<3>::stop_node(int, NodeStep<3>&, ContactBalance&);
template void HostContact<2>::stop_nodes(const ImpactStep&, int, int, ContactBalance&);
template void HostContact<3>::stop_nodes(const ImpactStep&, int, int, ContactBalance&);

}  // namespace tensio
