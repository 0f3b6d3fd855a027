// Nets with masses and gravity at the start of a time step, and where the numbers of answers stand.
#include "solve/grade/step_cases.hpp"

#include "core/index.hpp"
#include "tensio/error.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio::grading {

StepSample::StepSample(const NetSample& net, Random& random)
    : net_(net), network_(compile(with_weight(net, random))) {
  const Selection selection = free_selection(network_);
  axes_ = selection.P.column;
  full_ = net.position;
  const CompressedRows M = mass_matrix(network_);
  for (const int axis : axes_) {
    q.push_back(net.position[usize(axis)]);
    v.push_back(random.uniform(-2, 2));
    mass.push_back(M.value[usize(axis)]);
  }
  dt = random.uniform(0.05, 0.2);
  late_ = q;
  for (std::size_t i = 0; i < q.size(); ++i) late_[i] += dt * v[i];
  f = force(q), f_late = force(late_);
  K = stiffness(q), K_late = stiffness(late_);
}

Values StepSample::force(Numbers at) const {
  const Values all = forces(network_, whole(at));
  Values some;
  for (const int axis : axes_) some.push_back(all[usize(axis)]);
  return some;
}

Values StepSample::stiffness(Numbers at) const {
  const CompressedRows rows = eliminate_fixed(stiffness_matrix(network_, whole(at)), network_);
  Values matrix(q.size() * q.size(), 0.0);
  for (std::size_t row = 0; row < q.size(); ++row)
    for (int e = rows.row_start[row]; e < rows.row_start[row + 1]; ++e)
      matrix[row * q.size() + usize(rows.column[usize(e)])] = -rows.value[usize(e)];
  return matrix;
}

grade::StepCase StepSample::view() const {
  return {.dimension = net_.dimension,
          .time_step = dt,
          .position = q,
          .velocity = v,
          .mass = mass,
          .force = [this](Numbers at, Numbers) { return force(at); },
          .stiffness = [this](Numbers at, Numbers) { return stiffness(at); },
          .net = net_.view(),
          .gravity = {kGravity.data(), usize(net_.dimension)},
          .coordinate = axes_};
}

std::size_t StepSample::axis(std::size_t coordinate) const {
  return usize(axes_[coordinate]) % usize(net_.dimension);
}

System StepSample::with_weight(const NetSample& net, Random& random) {
  System system = net.system();
  for (int node = 0; node < system.node_count(); ++node)
    system.nodes.mass.push_back(random.uniform(0.3, 3));
  system.gravity = kGravity;
  return system;
}

// q = Pᵀ q̂ + b.
Values StepSample::whole(Numbers at) const {
  if (at.size() != axes_.size())
    throw Error(fmt::format("the position has {} numbers; this step has {} coordinates", at.size(),
                            axes_.size()));
  Values all = full_;
  for (std::size_t i = 0; i < axes_.size(); ++i) all[usize(axes_[i])] = at[i];
  return all;
}

std::vector<StepSample> step_samples(const Options& options) {
  Random random(options.seed + 1);
  std::vector<StepSample> samples;
  for (const NetSample& net : net_samples(options))
    if (!net.zero_length) samples.emplace_back(net, random);
  return samples;
}

std::vector<Trial> step_trials(const std::vector<StepSample>& samples) {
  std::vector<Trial> trials;
  for (const StepSample& sample : samples) {
    const NetSample& net = sample.net();
    Trial trial;
    trial.about = fmt::format("{}; dt = {:.4g}", net.about, sample.dt);
    trial.kinds.push_back(fmt::format("nets in {}D", net.dimension));
    trial.kinds.push_back(net.fixed.empty() ? "free nets" : "nets with fixed nodes");
    trial.factors = {{"the time step dt", sample.dt}};
    trials.push_back(std::move(trial));
  }
  return trials;
}

Values step_answer(const grade::Step& yours, const StepSample& sample) {
  grade::StepResult result = yours(sample.view());
  Values both = std::move(result.position);
  both.insert(both.end(), result.velocity.begin(), result.velocity.end());
  return both;
}

std::string step_place(const Trial& trial, std::size_t entry) {
  const std::size_t n = trial.want.size() / 2;
  return fmt::format("coordinate {} of the new {}, counted from 0", entry % n,
                     entry < n ? "position" : "velocity");
}

std::string step_part(const Trial& trial, std::size_t entry) {
  return entry < trial.want.size() / 2 ? "the new position" : "the new velocity";
}

}  // namespace tensio::grading
