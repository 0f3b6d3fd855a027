// Contact of nodes with obstacles in explicit steps.
#include "backend/common/host_contact.hpp"
#include "backend/common/node_contact.hpp"
#include "backend/loops.hpp"

namespace tensio {

namespace {

template <int D>
void store(const Vec<D>& from, double* to, int node) {
  for (int i = 0; i < D; ++i) to[axis_offset<D>(node) + i] = from[i];
}

}  // namespace

void add_balance(const ContactBalance& other, ContactBalance& balance) {
  balance.dissipated += other.dissipated;
  balance.work += other.work;
  balance.met |= other.met;
  balance.begun.insert(balance.begun.end(), other.begun.begin(), other.begun.end());
  for (std::size_t i = 0; i < other.impulse.size(); ++i) balance.impulse[i] += other.impulse[i];
}

template <int D>
bool HostContact<D>::stop_node(int node, NodeStep<D>& s, ContactBalance& balance) {
  if (!is_free(node)) return false;
  const auto& solids = net_.solids;
  const int count = static_cast<int>(solids.size());
  for (int i = 0; i < D; ++i) s.free[i] = net_.constrained[usize(axis_offset<D>(node) + i)] ? 0 : 1;
  const Vec<D> v_free = s.v;
  const ContactPoints<D> met = meet_all(s, solids.data(), count, shift0_.data());
  update_touches<D>(solids.data(), count, met, s.x, current_.touching.data() + wide(node) * count,
                    [&](int i, double speed) {
                      balance.begun.push_back({node, i, speed});
                    });
  if (met.count == 0) return false;
  balance.met = true;
  const double mass = net_.mass[node];
  for (int i = 0; i < met.count; ++i) {
    const ContactPoint<D>& m = met.of[i];
    balance.give(m.solid, mass * m.push, m.normal);
    balance.give(m.solid, mass, m.friction_of);
  }
  const ContactEnergy energy = contact_energy(mass, s, v_free, met);
  balance.work += energy.work;
  balance.dissipated += energy.dissipated;
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
