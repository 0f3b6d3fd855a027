// The grade of a linearly implicit Euler step: (M - dt² K) v' = M v + dt f(q), q' = q + dt v'.
#include <cmath>

#include "core/index.hpp"
#include "solve/dense.hpp"
#include "solve/grade/step_cases.hpp"

namespace tensio::grade {

namespace {

using namespace grading;

// ---- slips ----

namespace step_slip {
enum : unsigned {
  explicit_euler = 1u << 0,
  symplectic = 1u << 1,
  old_velocity = 1u << 2,
  dt_once = 1u << 3,
  stiffness_sign = 1u << 4,
  late_force = 1u << 5,
  late_stiffness = 1u << 6,
  no_mass_right = 1u << 7,
  no_mass_left = 1u << 8,
  force_without_dt = 1u << 9,
  force_dt_twice = 1u << 10,
  no_velocity = 1u << 11,
  force_sign = 1u << 12,
  increment = 1u << 13,
  increment_only = 1u << 14,
  position_stays = 1u << 15,
};
}

constexpr Slip kStepSlips[] = {
    {step_slip::explicit_euler, "explicit_euler",
     "Your step is explicit Euler: v' = v + dt M^-1 f, q' = q + dt v. The linearly implicit step "
     "solves (M - dt^2 K) v' = M v + dt f, and then q' = q + dt v'."},
    {step_slip::symplectic, "symplectic_euler",
     "Your step is symplectic Euler, v' = v + dt M^-1 f: the stiffness is missing. The matrix is "
     "M - dt^2 K, not M."},
    {step_slip::old_velocity, "old_velocity",
     "You move the positions with the old velocity: solve for the new velocity v' first, then "
     "q' = q + dt v'."},
    {step_slip::dt_once, "dt_not_squared", "You use M - dt K: the matrix is M - dt^2 K."},
    {step_slip::stiffness_sign, "stiffness_sign",
     "You use M + dt^2 K: with K = df/dq the matrix is M - dt^2 K. (With K = d2E/dq2 it would be "
     "yours.)"},
    {step_slip::late_force, "force_at_wrong_time",
     "You evaluate the force at q + dt v: it belongs at the beginning of the step, f(q)."},
    {step_slip::late_stiffness, "stiffness_at_wrong_time",
     "You evaluate the stiffness at q + dt v: it belongs at the beginning of the step, K(q)."},
    {step_slip::no_mass_right, "mass_forgotten",
     "The mass is missing on the right: it is M v + dt f, not v + dt f."},
    {step_slip::no_mass_left, "mass_forgotten",
     "The mass is missing in the matrix: it is M - dt^2 K, not I - dt^2 K."},
    {step_slip::force_without_dt, "dt_forgotten",
     "The force is not multiplied by dt: the right-hand side is M v + dt f."},
    {step_slip::force_dt_twice, "dt_squared_force",
     "The force is multiplied by dt^2: the right-hand side is M v + dt f."},
    {step_slip::no_velocity, "velocity_forgotten",
     "The old velocity is missing: the right-hand side is M v + dt f, not dt f alone."},
    {step_slip::force_sign, "force_sign",
     "The force has the wrong sign: the right-hand side is M v + dt f."},
    {step_slip::increment, "increment_without_stiffness",
     "You solve for the change of velocity with dt f on the right: it must be dt (f + dt K v). Or "
     "solve (M - dt^2 K) v' = M v + dt f for the velocity itself."},
    {step_slip::increment_only, "increment_for_velocity",
     "You return the change of velocity as the new velocity: add the old one."},
    {step_slip::position_stays, "position_forgotten",
     "The positions do not change: q' = q + dt v'."},
};

Values solve(const Values& matrix, const Values& right) {
  const auto n = static_cast<Eigen::Index>(right.size());
  const Eigen::MatrixXd A = Eigen::Map<const Eigen::MatrixXd>(matrix.data(), n, n);
  const Eigen::MatrixXd b = Eigen::Map<const Eigen::MatrixXd>(right.data(), n, 1);
  const Eigen::MatrixXd x = solve_symmetric(A, b);
  return {x.data(), x.data() + n};
}

Values new_velocity(const StepSample& step, unsigned slips) {
  const std::size_t n = step.q.size();
  const Values& f = slips & step_slip::late_force ? step.f_late : step.f;
  const Values& K = slips & step_slip::late_stiffness ? step.K_late : step.K;
  double dt_force = step.dt, dt_stiffness = step.dt * step.dt;
  if (slips & step_slip::force_without_dt) dt_force = 1;
  if (slips & step_slip::force_dt_twice) dt_force = step.dt * step.dt;
  if (slips & step_slip::force_sign) dt_force = -dt_force;
  if (slips & step_slip::dt_once) dt_stiffness = step.dt;
  if (slips & step_slip::stiffness_sign) dt_stiffness = -dt_stiffness;
  if (slips & (step_slip::explicit_euler | step_slip::symplectic)) dt_stiffness = 0;

  Values matrix(n * n), right(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) matrix[i * n + j] = -dt_stiffness * K[i * n + j];
    matrix[i * n + i] += slips & step_slip::no_mass_left ? 1.0 : step.mass[i];
    right[i] = dt_force * f[i];
    if (!(slips & (step_slip::no_velocity | step_slip::increment)))
      right[i] += (slips & step_slip::no_mass_right ? 1.0 : step.mass[i]) * step.v[i];
  }
  Values v = solve(matrix, right);
  for (std::size_t i = 0; i < n; ++i) {
    if (slips & step_slip::increment) v[i] += step.v[i];
    if (slips & step_slip::increment_only) v[i] -= step.v[i];
  }
  return v;
}

// q' and then v'.
Values step_model(const StepSample& step, unsigned slips) {
  const Values v = new_velocity(step, slips);
  const bool old = slips & (step_slip::explicit_euler | step_slip::old_velocity);
  Values result = step.q;
  if (!(slips & step_slip::position_stays))
    for (std::size_t i = 0; i < v.size(); ++i) result[i] += step.dt * (old ? step.v[i] : v[i]);
  result.insert(result.end(), v.begin(), v.end());
  return result;
}

// Backward Euler solves M (v' - v) = dt f(q'): the step that one iteration approximates.
std::string backward_euler(const std::vector<StepSample>& samples, std::span<const Trial> trials) {
  for (std::size_t s = 0; s < samples.size(); ++s) {
    const StepSample& step = samples[s];
    const std::size_t n = step.q.size();
    const Values& got = trials[s].got;
    for (const double value : got)
      if (!std::isfinite(value)) return "";
    const Values f = step.force({got.data(), n});
    for (std::size_t i = 0; i < n; ++i) {
      const double moved = step.q[i] + step.dt * got[n + i] - got[i];
      const double inertia = step.mass[i] * (got[n + i] - step.v[i]);
      if (std::abs(moved) > 1e-6 ||
          std::abs(inertia - step.dt * f[i]) > 1e-5 * (1 + std::abs(inertia)))
        return "";
    }
  }
  return "Your step is backward Euler, iterated to convergence. That is a good step, but the "
         "linearly implicit one takes a single iteration from q: one solve of "
         "(M - dt^2 K) v' = M v + dt f.";
}

}  // namespace

Grade linearly_implicit_euler(const Step& yours, const Options& options) {
  const std::vector<StepSample> samples = step_samples(options);
  std::vector<Trial> trials = step_trials(samples);
  for (std::size_t i = 0; i < samples.size(); ++i) trials[i].want = step_model(samples[i], 0);
  Subject subject;
  subject.title = "a linearly implicit Euler step";
  subject.yours = "your step";
  subject.slips = kStepSlips;
  subject.model = [&](std::size_t i, unsigned slips) { return step_model(samples[i], slips); };
  subject.place = step_place;
  subject.part = step_part;
  subject.other = [&](std::span<const Trial> all) { return backward_euler(samples, all); };
  const bool same = collect(trials, [&](std::size_t i) { return step_answer(yours, samples[i]); });
  return judge(subject, trials, options, same);
}

}  // namespace tensio::grade
