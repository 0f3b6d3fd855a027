// Grades of explicit time steps, a(q) = M⁻¹ f(q):
//
//   explicit Euler    q' = q + h v                  v' = v + h a(q)
//   symplectic Euler  v' = v + h a(q)               q' = q + h v'
//   velocity Verlet   q' = q + h v + h²/2 a(q)      v' = v + h/2 (a(q) + a(q'))
//   rk4               k1..k4 of (v, a), y' = y + h/6 (k1 + 2 k2 + 2 k3 + k4)
#include <cmath>

#include "core/index.hpp"
#include "solve/grade/step_cases.hpp"
#include "tensio/grade_code.hpp"

namespace tensio::grade {

namespace {

using namespace grading;

// ---- slips that every method can have ----

namespace time_slip {
enum : unsigned {
  no_mass = 1u << 0,
  times_mass = 1u << 1,
  force_sign = 1u << 2,
  gravity_again = 1u << 3,
  dt_v_missing = 1u << 4,
  dt_v_squared = 1u << 5,
  dt_x_missing = 1u << 6,
  dt_x_squared = 1u << 7,
  velocity_lost = 1u << 8,
  position_lost = 1u << 9,
  position_stays = 1u << 10,
  velocity_stays = 1u << 11,
  velocity_sign = 1u << 12,
  last_missing = 1u << 13,
  first_mass = 1u << 14,
  half_force = 1u << 15,
  // of the method
  own_0 = 1u << 16,
  own_1 = 1u << 17,
  own_2 = 1u << 18,
  own_3 = 1u << 19,
  own_4 = 1u << 20,
  own_5 = 1u << 21,
  own_6 = 1u << 22,
  own_7 = 1u << 23,
  own_8 = 1u << 24,
  own_9 = 1u << 25,
  own_10 = 1u << 26,
  // another method
  other_0 = 1u << 27,
  other_1 = 1u << 28,
  other_2 = 1u << 29,
  other_3 = 1u << 30,
  other_4 = 1u << 31,
};
}

constexpr Slip kCommonSlips[] = {
    {time_slip::no_mass, "mass_forgotten",
     "You forgot the mass: the acceleration is a = f / m, not f."},
    {time_slip::times_mass, "mass_multiplied",
     "You multiply the force by the mass: the acceleration is a = f / m."},
    {time_slip::force_sign, "force_sign",
     "The force has the wrong sign: the velocity changes by + h f / m."},
    {time_slip::gravity_again, "gravity_twice",
     "You add gravity: it is in forces() already, and counts twice now."},
    {time_slip::dt_v_missing, "dt_forgotten",
     "The acceleration is not multiplied by h: the velocity changes by h a."},
    {time_slip::dt_v_squared, "dt_squared",
     "The acceleration is multiplied by h^2: the velocity changes by h a."},
    {time_slip::dt_x_missing, "dt_forgotten",
     "The velocity is not multiplied by h: the position changes by h v."},
    {time_slip::dt_x_squared, "dt_squared",
     "The velocity is multiplied by h^2: the position changes by h v."},
    {time_slip::velocity_lost, "velocity_forgotten",
     "The old velocity is missing: the new one is v + h a, not h a alone."},
    {time_slip::position_lost, "old_position_forgotten",
     "The old position is missing: the new one is x + h v, not h v alone."},
    {time_slip::position_stays, "position_forgotten",
     "The positions do not change: x' = x + h v is missing, or its result is not returned."},
    {time_slip::velocity_stays, "velocity_stays",
     "The velocities do not change: v' = v + h a is missing, or its result is not returned."},
    {time_slip::velocity_sign, "velocity_sign",
     "The positions move against the velocity: x' = x + h v, not x - h v."},
    {time_slip::last_missing, "last_missing",
     "The last coordinate does not change: your loop ends one too early."},
    {time_slip::first_mass, "mass_of_first",
     "You use the mass of the first coordinate for all: coordinate i has mass[i]."},
    {time_slip::half_force, "factor_half",
     "The acceleration counts half: the velocity changes by h a, not h a / 2."},
};

// ---- methods ----

enum class Scheme {
  explicit_euler,
  symplectic_euler,
  positions_first,
  velocity_verlet,
  drift_kick_drift,
  midpoint,
  heun,
  rk4
};

struct Method {
  Scheme scheme;
  const char* title;
  std::vector<Slip> own;
  std::vector<std::pair<Scheme, Slip>> others;
};

constexpr const char* kIsExplicit =
    "Your step is explicit Euler: the positions move with the old velocity.";
constexpr const char* kIsSymplectic =
    "Your step is symplectic Euler: the positions move with the new velocity.";
constexpr const char* kIsVerlet =
    "Your step is velocity Verlet: q' = q + h v + h^2/2 a(q), v' = v + h/2 (a(q) + a(q')).";
constexpr const char* kIsMidpoint =
    "Your step is the explicit midpoint method, of order 2: one force, at the middle of the step.";
constexpr const char* kIsHeun =
    "Your step is Heun's method, of order 2: the mean of the slopes at both ends.";
constexpr const char* kIsRk4 = "Your step is the classical Runge-Kutta method.";

Method explicit_euler_method() {
  using namespace time_slip;
  return {Scheme::explicit_euler,
          "an explicit Euler step",
          {{own_0, "acceleration_in_position",
            "You add h^2/2 a to the positions: explicit Euler moves them by h v alone."}},
          {{Scheme::symplectic_euler,
            {other_0, "symplectic_euler",
             "You move the positions with the new velocity: that is symplectic Euler. Explicit "
             "Euler moves them with the old one, x' = x + h v."}},
           {Scheme::positions_first,
            {other_1, "force_at_wrong_time",
             "You evaluate the force after the positions have moved: explicit Euler takes it at "
             "the old ones. (Yours is symplectic Euler, in the other order.)"}},
           {Scheme::velocity_verlet, {other_2, "velocity_verlet", kIsVerlet}},
           {Scheme::midpoint, {other_3, "midpoint", kIsMidpoint}},
           {Scheme::rk4, {other_4, "rk4", kIsRk4}}}};
}

Method symplectic_euler_method() {
  using namespace time_slip;
  return {Scheme::symplectic_euler,
          "a symplectic Euler step",
          {{own_0, "acceleration_in_position",
            "You add h^2/2 a to the positions: symplectic Euler moves them by h v', with the new "
            "velocity."}},
          {{Scheme::explicit_euler,
            {other_0, "explicit_euler",
             "You move the positions with the old velocity: that is explicit Euler, which gains "
             "energy. Symplectic Euler moves them with the new one, x' = x + h v'."}},
           {Scheme::velocity_verlet, {other_1, "velocity_verlet", kIsVerlet}},
           {Scheme::midpoint, {other_2, "midpoint", kIsMidpoint}},
           {Scheme::drift_kick_drift,
            {other_3, "drift_kick_drift",
             "Your step is the leapfrog method that moves by half a step, kicks, and moves again: "
             "order 2. Symplectic Euler has one move."}},
           {Scheme::rk4, {other_4, "rk4", kIsRk4}}}};
}

Method velocity_verlet_method() {
  using namespace time_slip;
  return {
      Scheme::velocity_verlet,
      "a velocity Verlet step",
      {{own_0, "half_forgotten_position",
        "The factor 1/2 of the acceleration is missing in the positions: "
        "x' = x + h v + h^2/2 a(x)."},
       {own_1, "dt_not_squared",
        "The acceleration in the positions has the factor h/2: it is h^2/2."},
       {own_2, "acceleration_missing_position",
        "The term h^2/2 a(x) is missing in the positions: x' = x + h v + h^2/2 a(x)."},
       {own_3, "old_force_only",
        "You use the old force twice: v' = v + h/2 (a(x) + a(x')) has the force at the new "
        "positions too. Evaluate it after they have moved."},
       {own_4, "new_force_only",
        "You use the new force only: v' = v + h/2 (a(x) + a(x')) has the force at the old "
        "positions too."},
       {own_5, "half_forgotten_velocity",
        "The factor 1/2 is missing in the velocities: v' = v + h/2 (a(x) + a(x'))."},
       {own_6, "second_kick_missing",
        "The second half of the velocity's change, h/2 a(x'), is missing."},
       {own_7, "first_kick_missing",
        "The first half of the velocity's change, h/2 a(x), is missing."},
       {own_8, "force_at_wrong_time",
        "You evaluate the second force at x + h v: it belongs at the new positions, which "
        "include h^2/2 a(x)."},
       {own_9, "acceleration_sign_position",
        "The term h^2/2 a(x) is subtracted in the positions: it is added."},
       {own_10, "mass_forgotten",
        "You forgot the mass in the velocities: the acceleration is a = f / m there too."}},
      {{Scheme::explicit_euler, {other_0, "explicit_euler", kIsExplicit}},
       {Scheme::symplectic_euler, {other_1, "symplectic_euler", kIsSymplectic}},
       {Scheme::drift_kick_drift,
        {other_2, "drift_kick_drift",
         "Your step is the other form of the leapfrog method: half a move, a kick, half a move. "
         "It has order 2 too; velocity Verlet is half a kick, a move, half a kick."}},
       {Scheme::midpoint, {other_3, "midpoint", kIsMidpoint}},
       {Scheme::rk4, {other_4, "rk4", kIsRk4}}}};
}

Method rk4_method() {
  using namespace time_slip;
  return {Scheme::rk4,
          "a step of the classical Runge-Kutta method",
          {{own_0, "full_step_k2", "You compute k2 after a whole step: it is at y + h/2 k1."},
           {own_1, "full_step_k3", "You compute k3 after a whole step: it is at y + h/2 k2."},
           {own_2, "half_step_k4", "You compute k4 after half a step: it is at y + h k3."},
           {own_3, "k3_from_k1", "You compute k3 from k1: it is at y + h/2 k2."},
           {own_4, "k4_from_k2", "You compute k4 from k2: it is at y + h k3."},
           {own_5, "equal_weights",
            "You take the mean of k1 to k4: the weights are 1/6, 2/6, 2/6 and 1/6."},
           {own_6, "twos_forgotten",
            "The factors 2 of k2 and k3 are missing: y' = y + h/6 (k1 + 2 k2 + 2 k3 + k4)."},
           {own_7, "sixth_forgotten",
            "The factor 1/6 is missing: y' = y + h/6 (k1 + 2 k2 + 2 k3 + k4)."},
           {own_8, "stage_velocity",
            "The stages move with the old velocity: each k has the velocity of its own stage."},
           {own_9, "stage_position",
            "All forces are evaluated at the old positions: each k has the force at the positions "
            "of its own stage."},
           {own_10, "weights_swapped",
            "The weights are exchanged: k2 and k3 count twice, k1 and k4 once."}},
          {{Scheme::explicit_euler, {other_0, "explicit_euler", kIsExplicit}},
           {Scheme::symplectic_euler, {other_1, "symplectic_euler", kIsSymplectic}},
           {Scheme::velocity_verlet, {other_2, "velocity_verlet", kIsVerlet}},
           {Scheme::midpoint, {other_3, "midpoint", kIsMidpoint}},
           {Scheme::heun, {other_4, "heun", kIsHeun}}}};
}

// ---- the models ----

// A step as someone takes it who makes these slips.
class SlippedStep {
 public:
  SlippedStep(const StepSample& step, unsigned slips)
      : step_(step), slips_(slips), n_(step.q.size()), h_(step.dt) {
    h_x_ = slips & time_slip::dt_x_missing ? 1 : slips & time_slip::dt_x_squared ? h_ * h_ : h_;
    if (slips & time_slip::velocity_sign) h_x_ = -h_x_;
    h_v_ = slips & time_slip::dt_v_missing ? 1 : slips & time_slip::dt_v_squared ? h_ * h_ : h_;
    if (slips & time_slip::half_force) h_v_ /= 2;
  }

  Values taken(Scheme scheme, bool own) {
    own_ = own;
    x_ = step_.q, v_ = step_.v;
    switch (scheme) {
      case Scheme::explicit_euler: euler(true); break;
      case Scheme::symplectic_euler: euler(false); break;
      case Scheme::positions_first: positions_first(); break;
      case Scheme::velocity_verlet: verlet(); break;
      case Scheme::drift_kick_drift: drift_kick_drift(); break;
      case Scheme::midpoint: runge_kutta(Scheme::midpoint); break;
      case Scheme::heun: runge_kutta(Scheme::heun); break;
      case Scheme::rk4: runge_kutta(Scheme::rk4); break;
    }
    for (std::size_t i = 0; i < n_; ++i) {
      if (slips_ & time_slip::velocity_lost) v_[i] -= step_.v[i];
      if (slips_ & time_slip::position_lost) x_[i] -= step_.q[i];
      if (slips_ & time_slip::position_stays) x_[i] = step_.q[i];
      if (slips_ & time_slip::velocity_stays) v_[i] = step_.v[i];
    }
    if (slips_ & time_slip::last_missing)
      x_[n_ - 1] = step_.q[n_ - 1], v_[n_ - 1] = step_.v[n_ - 1];
    Values result = std::move(x_);
    result.insert(result.end(), v_.begin(), v_.end());
    return result;
  }

 private:
  bool has(unsigned slip) const { return own_ && (slips_ & slip) != 0; }

  Values acceleration(const Values& at) const {
    Values a = step_.force(at);
    for (std::size_t i = 0; i < n_; ++i) {
      if (slips_ & time_slip::force_sign) a[i] = -a[i];
      if (slips_ & time_slip::times_mass) {
        a[i] *= step_.mass[i];
      } else if (slips_ & time_slip::first_mass) {
        a[i] /= step_.mass[0];
      } else if (!(slips_ & time_slip::no_mass)) {
        a[i] /= step_.mass[i];
      }
      if (slips_ & time_slip::gravity_again) a[i] += kGravity[step_.axis(i)];
    }
    return a;
  }

  void euler(bool old_velocity) {
    const Values a = acceleration(x_), old = v_;
    // Positions move with the velocity as it is: lost means that it is h a alone.
    for (std::size_t i = 0; i < n_; ++i) {
      v_[i] += h_v_ * a[i];
      double moves = old_velocity ? old[i] : v_[i];
      if (!old_velocity && (slips_ & time_slip::velocity_lost)) moves -= old[i];
      if (!old_velocity && (slips_ & time_slip::velocity_stays)) moves = old[i];
      x_[i] += h_x_ * moves;
      if (has(time_slip::own_0)) x_[i] += h_ * h_ / 2 * a[i];
    }
  }

  void positions_first() {
    for (std::size_t i = 0; i < n_; ++i) x_[i] += h_x_ * v_[i];
    const Values a = acceleration(x_);
    for (std::size_t i = 0; i < n_; ++i) v_[i] += h_v_ * a[i];
  }

  void verlet() {
    using namespace time_slip;
    const Values a = acceleration(x_);
    const double square = has(own_0)   ? h_ * h_
                          : has(own_1) ? h_ / 2
                          : has(own_2) ? 0
                          : has(own_9) ? -h_ * h_ / 2
                                       : h_ * h_ / 2;
    Values late = x_;
    for (std::size_t i = 0; i < n_; ++i) {
      late[i] += h_ * v_[i];
      x_[i] += h_x_ * v_[i] + square * a[i];
    }
    const Values b = acceleration(has(own_8) ? late : x_);
    double old_part = h_v_ / 2, new_part = h_v_ / 2;
    if (has(own_3)) old_part = h_v_, new_part = 0;
    if (has(own_4)) old_part = 0, new_part = h_v_;
    if (has(own_5)) old_part = new_part = h_v_;
    if (has(own_6)) new_part = 0;
    if (has(own_7)) old_part = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      const double mass = has(own_10) ? step_.mass[i] : 1;
      v_[i] += mass * (old_part * a[i] + new_part * b[i]);
    }
  }

  void drift_kick_drift() {
    for (std::size_t i = 0; i < n_; ++i) x_[i] += h_x_ / 2 * v_[i];
    const Values a = acceleration(x_);
    for (std::size_t i = 0; i < n_; ++i) {
      v_[i] += h_v_ * a[i];
      x_[i] += h_x_ / 2 * v_[i];
    }
  }

  struct Slope {
    Values x, v;
  };
  // At y + part k.
  Slope slope(const Slope* k, double part) const {
    Values x = x_, v = v_;
    for (std::size_t i = 0; k != nullptr && i < n_; ++i) {
      if (!has(time_slip::own_9)) x[i] += part * k->x[i];
      if (!has(time_slip::own_8)) v[i] += part * k->v[i];
    }
    return {v, acceleration(x)};
  }
  void add(const Slope& k, double weight) {
    for (std::size_t i = 0; i < n_; ++i) {
      x_[i] += weight * h_x_ * k.x[i];
      v_[i] += weight * h_v_ * k.v[i];
    }
  }

  void runge_kutta(Scheme scheme) {
    using namespace time_slip;
    const Slope k1 = slope(nullptr, 0);
    if (scheme == Scheme::midpoint) return add(slope(&k1, h_ / 2), 1);
    if (scheme == Scheme::heun) {
      const Slope k2 = slope(&k1, h_);
      add(k1, 0.5);
      return add(k2, 0.5);
    }
    const Slope k2 = slope(&k1, has(own_0) ? h_ : h_ / 2);
    const Slope k3 = slope(has(own_3) ? &k1 : &k2, has(own_1) ? h_ : h_ / 2);
    const Slope k4 = slope(has(own_4) ? &k2 : &k3, has(own_2) ? h_ / 2 : h_);
    double ends = 1.0 / 6, middle = 2.0 / 6;
    if (has(own_5)) ends = middle = 0.25;
    if (has(own_6)) middle = ends;
    if (has(own_7)) ends *= 6, middle *= 6;
    if (has(own_10)) std::swap(ends, middle);
    add(k1, ends), add(k2, middle), add(k3, middle), add(k4, ends);
  }

  const StepSample& step_;
  unsigned slips_;
  std::size_t n_;
  double h_, h_x_ = 0, h_v_ = 0;
  bool own_ = true;
  Values x_, v_;
};

Values answer_by(const Method& method, const StepSample& step, unsigned slips) {
  for (const auto& [scheme, slip] : method.others)
    if (slips & slip.bit) return SlippedStep(step, slips).taken(scheme, false);
  return SlippedStep(step, slips).taken(method.scheme, true);
}

Method method_of(StepKind kind) {
  switch (kind) {
    case StepKind::explicit_euler: return explicit_euler_method();
    case StepKind::symplectic_euler: return symplectic_euler_method();
    case StepKind::velocity_verlet: return velocity_verlet_method();
    default: return rk4_method();
  }
}

}  // namespace

const char* to_string(StepKind kind) {
  constexpr const char* kNames[] = {"explicit_euler", "symplectic_euler", "velocity_verlet", "rk4",
                                    "linearly_implicit_euler"};
  return kNames[static_cast<int>(kind)];
}

Grade time_step(StepKind kind, const Step& yours, const Options& options) {
  if (kind == StepKind::linearly_implicit_euler) return linearly_implicit_euler(yours, options);
  const std::vector<StepSample> samples = step_samples(options);
  std::vector<Trial> trials = step_trials(samples);
  const Method method = method_of(kind);
  for (std::size_t i = 0; i < samples.size(); ++i)
    trials[i].want = answer_by(method, samples[i], 0);
  std::vector<Slip> slips(std::begin(kCommonSlips), std::end(kCommonSlips));
  slips.insert(slips.end(), method.own.begin(), method.own.end());
  for (const auto& [scheme, slip] : method.others) slips.push_back(slip);
  Subject subject;
  subject.title = method.title;
  subject.yours = "your step";
  subject.slips = slips;
  subject.model = [&](std::size_t i, unsigned bits) { return answer_by(method, samples[i], bits); };
  subject.place = step_place;
  subject.part = step_part;
  const bool same = collect(trials, [&](std::size_t i) { return step_answer(yours, samples[i]); });
  // Either order of symplectic Euler is right.
  if (kind == StepKind::symplectic_euler) {
    bool other_order = true;
    std::vector<Trial> others = trials;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      others[i].want = SlippedStep(samples[i], 0).taken(Scheme::positions_first, true);
      other_order =
          other_order && difference(others[i], others[i].want, others[i].got) <= options.tolerance;
    }
    if (other_order) {
      Grade grade = judge(subject, others, options, same);
      grade.findings.emplace_back(
          "Your step moves the positions first, with the old velocity, and takes the force at the "
          "new ones: that is symplectic Euler too, in the other order.");
      return grade;
    }
  }
  return judge(subject, trials, options, same);
}

}  // namespace tensio::grade
