#include "backend/common/host_histories.hpp"

#include "backend/loops.hpp"

namespace tensio {

HostHistories::HostHistories(NetworkData& net, const HostVectors& vectors,
                             std::function<void()> changed)
    : net_(net), vectors_(vectors), changed_(std::move(changed)), springs_(net) {}

std::span<const double> HostHistories::lengths_at(VectorId x) {
  lengths_.resize(net_.a.size());
  const auto measure = [&]<int D>() {
    for (int s = 0; s < net_.spring_count; ++s)
      lengths_[s] = length(vector_of<D>(net_, vectors_.at(x), s));
  };
  net_.dimension == 2 ? measure.operator()<2>() : measure.operator()<3>();
  return lengths_;
}

void HostHistories::prepare(double tau, const Dashpot& dashpot) {
  const std::span<const double> l_star =
      dashpot.l_star < 0 ? std::span<const double>() : vectors_.span(dashpot.l_star);
  springs_.prepare(tau, dashpot.b, l_star);
}

EnergyBalance HostHistories::commit(const AcceptedStep& step, std::vector<MotionEvent>& events) {
  const EnergyBalance balance =
      springs_.commit(step.t, step.h, lengths_at(step.x), events, step.backward);
  if (springs_.changes() > 0) changed_();
  return balance;
}

double HostHistories::branch_error(double h, std::span<const Waypoint> path) {
  std::vector<SpringHistories::Waypoint> points;
  for (const Waypoint& point : path) points.push_back({point.part, vectors_.span(point.lengths)});
  return springs_.branch_error(h, points);
}

void HostHistories::read(HistoryReadings& readings) const {
  if (!readings.tension.empty()) springs_.add_to_tensions(readings.tension);
  if (!readings.energy.empty()) springs_.add_to_energies(readings.energy);
  readings.hardening_force = springs_.hardening_forces();
  readings.viscous_tension = springs_.viscous_tensions();
}

bool HostHistories::load(std::span<const double> saved) {
  const bool good = springs_.load(saved);
  changed_();
  return good;
}

}  // namespace tensio
