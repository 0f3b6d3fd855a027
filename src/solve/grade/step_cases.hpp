// Small nets in motion on which time steps are tried.
#pragma once

#include <string>
#include <vector>

#include "core/random.hpp"
#include "solve/grade/nets.hpp"
#include "tensio/solve/network.hpp"

namespace tensio::grading {

/// Downwards along y, as in most textbooks.
inline constexpr std::array<double, 3> kGravity = {0, -9.81, 0};

/// A net with masses and gravity, its fixed nodes eliminated, at the start of a step.
class StepSample {
 public:
  StepSample(const NetSample& net, Random& random);

  Values force(Numbers at) const;
  /// df/dq by rows.
  Values stiffness(Numbers at) const;
  grade::StepCase view() const;
  /// The axis of a coordinate: 0, 1 or 2.
  std::size_t axis(std::size_t coordinate) const;
  const NetSample& net() const { return net_; }

  double dt = 0;
  Values q, v, mass;
  Values f, f_late, K, K_late;  ///< at q, and at q + dt v

 private:
  static System with_weight(const NetSample& net, Random& random);
  Values whole(Numbers at) const;

  NetSample net_;
  Network network_;
  std::vector<int> axes_;
  Values full_, late_;
};

std::vector<StepSample> step_samples(const Options& options);
/// Trials of these samples, without answers.
std::vector<Trial> step_trials(const std::vector<StepSample>& samples);

/// q' and then v'.
Values step_answer(const grade::Step& yours, const StepSample& sample);
/// "coordinate 3 of the new velocity, counted from 0".
std::string step_place(const Trial& trial, std::size_t entry);
/// "the new velocity".
std::string step_part(const Trial& trial, std::size_t entry);

}  // namespace tensio::grading
