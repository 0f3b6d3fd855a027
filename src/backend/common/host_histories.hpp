// Histories of springs for backends whose vectors are in the memory of the host.
#pragma once

#include <functional>
#include <vector>

#include "backend/common/host_vectors.hpp"
#include "backend/common/spring_histories.hpp"
#include "backend/evaluation.hpp"
#include "backend/histories.hpp"

namespace tensio {

class HostHistories final : public Histories {
 public:
  /// `changed` is called whenever stiffness or rest length of a spring has changed.
  HostHistories(NetworkData& net, const HostVectors& vectors, std::function<void()> changed);

  bool empty() const override { return springs_.empty(); }
  bool has_branches() const override { return springs_.has_branches(); }
  void begin(VectorId x) override { springs_.begin(lengths_at(x)); }
  void restart(VectorId x) override { springs_.restart(lengths_at(x)); }
  void prepare(double tau, const Dashpot& dashpot) override;
  EnergyBalance commit(const AcceptedStep& step, std::vector<MotionEvent>& events) override;
  double branch_error(double h, std::span<const Waypoint> path) override;
  double stored_energy() const override { return springs_.stored_energy(); }
  void read(HistoryReadings& readings) const override;
  std::vector<double> save() const override { return springs_.save(); }
  bool load(std::span<const double> saved) override;

 private:
  std::span<const double> lengths_at(VectorId x);

  const NetworkData& net_;
  const HostVectors& vectors_;
  std::function<void()> changed_;
  SpringHistories springs_;
  std::vector<double> lengths_;
};

}  // namespace tensio
