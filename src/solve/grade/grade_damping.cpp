// Grades of the force of a spring with a dashpot, and of its derivatives by position and velocity.
//
//   dv = v_b - v_a,  rate = n.dv,  P = I - n nᵀ
//   force on a: (T + c rate) n, on b its negative
//   df_a/dx_b = -df_a/dx_a = B + c/l (n (P dv)ᵀ + rate P);  df_b/... are the negatives
//   df_a/dv_b = -df_a/dv_a = c n nᵀ
#include <cmath>

#include "core/index.hpp"
#include "physics/spring.hpp"
#include "solve/grade/spring_cases.hpp"

namespace tensio::grade {

namespace {

using namespace grading;

// ---- force ----

namespace force_slip {
enum : unsigned {
  sign = 1u << 0,
  both_ends = 1u << 1,
  rest_length = 1u << 2,
  no_damping = 1u << 3,
  damping_sign = 1u << 4,
  not_projected = 1u << 5,
  damping_one_unit = 1u << 6,
  damping_no_unit = 1u << 7,
  spring_no_unit = 1u << 8,
  strain_form = 1u << 9,
};
}

constexpr Slip kForceSlips[] = {
    {force_slip::sign, "sign",
     "Your forces have the wrong sign: a stretched spring pulls a towards b, along +n."},
    {force_slip::both_ends, "both_ends",
     "You give the same force to both ends: at b it must be subtracted, f_b = -f_a."},
    {force_slip::rest_length, "rest_length_forgotten",
     "You forgot the rest length: the tension is k (l - l0), not k l."},
    {force_slip::no_damping, "damping_forgotten",
     "You forgot the dashpot: it adds c n.(v_b - v_a) to the tension."},
    {force_slip::damping_sign, "damping_sign",
     "Your dashpot has the wrong sign: it must resist. Ends that separate are pulled together, "
     "+c n.(v_b - v_a) n on a."},
    {force_slip::not_projected, "damping_not_projected",
     "Your damping force is c (v_b - v_a): only the velocity along the spring counts, "
     "c (n.(v_b - v_a)) n. Yours also damps rotation."},
    {force_slip::damping_one_unit, "unit_vector_forgotten",
     "One of the two directions in your damping force is b - a: both must be the unit vector "
     "n = (b - a) / l."},
    {force_slip::damping_no_unit, "unit_vector_forgotten",
     "Both directions in your damping force are b - a: both must be the unit vector "
     "n = (b - a) / l."},
    {force_slip::spring_no_unit, "unit_vector_forgotten",
     "You forgot to divide the direction of the spring force by the length: n = (b - a) / l."},
    {force_slip::strain_form, "stiffness_per_strain",
     "Your k is a force per strain (EA, in newtons); here k is a force per length (N/m): do not "
     "divide by l0."},
};

double rate_of(const SpringSample& spring) {
  const Values n = spring.n();
  double rate = 0;
  for (std::size_t i = 0; i < n.size(); ++i)
    rate += n[i] * (spring.velocity_b[i] - spring.velocity_a[i]);
  return rate;
}

Values force_model(const SpringSample& spring, unsigned slips) {
  const std::size_t dimension = spring.dimension();
  const Values n = spring.n();
  const double l = spring.length();
  double tension = spring.k * (slips & force_slip::rest_length ? l : l - spring.l0);
  if (slips & force_slip::spring_no_unit) tension *= l;
  if (slips & force_slip::strain_form) tension /= spring.l0;
  double c = slips & force_slip::no_damping ? 0.0 : spring.c;
  if (slips & force_slip::damping_sign) c = -c;
  double damping = c * rate_of(spring);
  if (slips & force_slip::damping_one_unit) damping *= l;
  if (slips & force_slip::damping_no_unit) damping *= l * l;
  Values force(2 * dimension);
  for (std::size_t i = 0; i < dimension; ++i) {
    double f = tension * n[i];
    f += slips & force_slip::not_projected ? c * (spring.velocity_b[i] - spring.velocity_a[i])
                                           : damping * n[i];
    if (slips & force_slip::sign) f = -f;
    force[i] = f;
    force[dimension + i] = slips & force_slip::both_ends ? f : -f;
  }
  return force;
}

// Tensio's own force.
template <int D>
Values force_of(const SpringSample& spring) {
  const Vec<D> a = load<D>(spring.a.data(), 0), b = load<D>(spring.b.data(), 0);
  const Vec<D> va = load<D>(spring.velocity_a.data(), 0), vb = load<D>(spring.velocity_b.data(), 0);
  const Vec<D> d = spring_vector(a, b, NoOffset{}), dv = spring_vector(va, vb, NoOffset{});
  const Vec<D> force = damped_force<Law::linear>(d, dv, spring.c, spring.l0, [&](double l) {
    return evaluate<Law::linear>(l, spring.k, spring.l0, NoMore{});
  });
  Values both(2 * D);
  for (int i = 0; i < D; ++i) {
    both[usize(i)] = force[i];
    both[usize(D + i)] = -force[i];
  }
  return both;
}

// ---- by position: the bits of hessian_slip, and these ----

namespace position_slip {
enum : unsigned {
  no_damping = 1u << 20,
  only_turning = 1u << 21,
  only_rate = 1u << 22,
  damping_sign = 1u << 23,
};
}

constexpr Slip kPositionSlips[] = {
    {position_slip::no_damping, "damping_by_position_dropped",
     "You left out the derivative of the damping force by position: the unit vector n turns as the "
     "ends move, which adds (c/l) (n (P dv)^T + (n.dv) P) with P = I - n n^T to df_a/dx_b."},
    {position_slip::only_turning, "damping_by_position_half",
     "The derivative of the damping force by position has a second term: (c/l) (n.dv) (I - n n^T), "
     "from the direction of the force."},
    {position_slip::only_rate, "damping_by_position_half",
     "The derivative of the damping force by position has a second term: (c/l) n (P dv)^T, from "
     "the "
     "change of the rate n.dv."},
    {position_slip::damping_sign, "damping_sign",
     "The derivative of the damping force by position has the wrong sign."},
    {hessian_slip::off_sign, "off_diagonal_sign",
     "df_a/dx_b and df_b/dx_a have the wrong sign: both are minus df_a/dx_a."},
    {hessian_slip::ab_sign, "off_diagonal_sign",
     "df_a/dx_b has the wrong sign. It is equal to df_b/dx_a, not its opposite: both are minus "
     "df_a/dx_a."},
    {hessian_slip::ba_sign, "off_diagonal_sign",
     "df_b/dx_a has the wrong sign. It is equal to df_a/dx_b, not its opposite: both are minus "
     "df_a/dx_a."},
    {hessian_slip::off_no_identity, "off_diagonal_identity",
     "Your off-diagonal blocks miss +k (1 - l0/l) I: they are minus the whole diagonal block."},
    {hessian_slip::off_missing, "off_diagonal_missing",
     "Your off-diagonal blocks are zero: the force on a depends on the position of b too."},
    {hessian_slip::no_unit, "unit_vector_forgotten",
     "You use d d^T with d = b - a where n n^T with the unit vector n = d / l belongs (or "
     "d d^T l0 / l^3)."},
    {hessian_slip::rest_length, "rest_length_forgotten",
     "You forgot the rest length: -k I is the derivative for a spring with l0 = 0."},
    {hessian_slip::no_transverse, "transverse_forgotten",
     "You have the stiffness along the spring, k n n^T, but not the one across it: "
     "k (1 - l0/l) (I - n n^T) is missing in every block."},
    {hessian_slip::no_bb, "block_b_missing", "df_b/dx_b is zero: it is equal to df_a/dx_a."},
    {hessian_slip::no_aa, "block_a_missing", "df_a/dx_a is zero: it is equal to df_b/dx_b."},
    {hessian_slip::sign, "sign",
     "Your matrix is -df/dx: the derivative of the force has the other sign."},
};

// A matrix over both ends from its block of row a and column b.
Values with_block(const Values& block, std::size_t dimension, unsigned slips) {
  double ab = slips & hessian_slip::off_missing ? 0.0 : slips & hessian_slip::off_sign ? -1.0 : 1.0;
  double ba = ab;
  if (slips & hessian_slip::ab_sign) ab = -ab;
  if (slips & hessian_slip::ba_sign) ba = -ba;
  const double aa = slips & hessian_slip::no_aa ? 0.0 : -1.0;
  const double bb = slips & hessian_slip::no_bb ? 0.0 : -1.0;
  const double all = slips & hessian_slip::sign ? -1.0 : 1.0;
  const std::size_t n = 2 * dimension;
  Values matrix(n * n);
  for (std::size_t i = 0; i < dimension; ++i)
    for (std::size_t j = 0; j < dimension; ++j) {
      const double value = all * block[i * dimension + j];
      matrix[i * n + j] = aa * value;
      matrix[i * n + dimension + j] = ab * value;
      matrix[(dimension + i) * n + j] = ba * value;
      matrix[(dimension + i) * n + dimension + j] = bb * value;
    }
  return matrix;
}

Values position_model(const SpringSample& spring, unsigned slips) {
  // -d²E/dx² of the spring.
  Values matrix = hessian_model(spring, (slips & 0xfffffu) ^ hessian_slip::sign);
  if (slips & position_slip::no_damping) return matrix;
  const std::size_t dimension = spring.dimension();
  const Values n = spring.n();
  const double l = spring.length(), rate = rate_of(spring);
  const double c = slips & position_slip::damping_sign ? -spring.c : spring.c;
  Values block(dimension * dimension);
  for (std::size_t i = 0; i < dimension; ++i)
    for (std::size_t j = 0; j < dimension; ++j) {
      const double across = spring.velocity_b[j] - spring.velocity_a[j] - rate * n[j];
      const double P = (i == j ? 1.0 : 0.0) - n[i] * n[j];
      double value = 0;
      if (!(slips & position_slip::only_rate)) value += n[i] * across;
      if (!(slips & position_slip::only_turning)) value += rate * P;
      block[i * dimension + j] = c / l * value;
    }
  const Values damping = with_block(block, dimension, slips);
  for (std::size_t e = 0; e < matrix.size(); ++e) matrix[e] += damping[e];
  return matrix;
}

// ---- by velocity ----

namespace velocity_slip {
enum : unsigned {
  no_unit = 1u << 20,
  not_projected = 1u << 21,
  stiffness = 1u << 22,
};
}

constexpr Slip kVelocitySlips[] = {
    {hessian_slip::sign, "sign",
     "Your matrix has the wrong sign: the force on a falls as a moves faster along n, "
     "df_a/dv_a = -c n n^T."},
    {hessian_slip::off_sign, "off_diagonal_sign",
     "df_a/dv_b and df_b/dv_a have the wrong sign: both are +c n n^T."},
    {hessian_slip::ab_sign, "off_diagonal_sign",
     "df_a/dv_b has the wrong sign: it is equal to df_b/dv_a, +c n n^T."},
    {hessian_slip::ba_sign, "off_diagonal_sign",
     "df_b/dv_a has the wrong sign: it is equal to df_a/dv_b, +c n n^T."},
    {hessian_slip::off_missing, "off_diagonal_missing",
     "Your off-diagonal blocks are zero: the force on a depends on the velocity of b too, by "
     "+c n n^T."},
    {velocity_slip::no_unit, "unit_vector_forgotten",
     "You use d d^T with d = b - a where n n^T with the unit vector n = d / l belongs."},
    {velocity_slip::not_projected, "damping_not_projected",
     "Your blocks are c I: only the velocity along the spring counts, c n n^T."},
    {velocity_slip::stiffness, "stiffness_for_damping",
     "You use the stiffness k where the damping c belongs."},
    {hessian_slip::no_bb, "block_b_missing", "df_b/dv_b is zero: it is equal to df_a/dv_a."},
    {hessian_slip::no_aa, "block_a_missing", "df_a/dv_a is zero: it is equal to df_b/dv_b."},
};

Values velocity_model(const SpringSample& spring, unsigned slips) {
  const std::size_t dimension = spring.dimension();
  const Values n = slips & velocity_slip::no_unit ? spring.d() : spring.n();
  const double c = slips & velocity_slip::stiffness ? spring.k : spring.c;
  Values block(dimension * dimension);
  for (std::size_t i = 0; i < dimension; ++i)
    for (std::size_t j = 0; j < dimension; ++j)
      block[i * dimension + j] =
          c * (slips & velocity_slip::not_projected ? (i == j ? 1.0 : 0.0) : n[i] * n[j]);
  return with_block(block, dimension, slips);
}

// ---- all three ----

struct DampedSubject {
  const char* title;
  const char* yours;
  std::span<const Slip> slips;
  Values (*model)(const SpringSample&, unsigned);
  bool matrix;
};

Grade grade_damped(const DampedSubject& damped, const SpringValues& yours, const Options& options,
                   const SpringValues& your_force, bool by_velocity) {
  const std::vector<SpringSample> samples = spring_samples(options);
  std::vector<Trial> trials = spring_trials(samples, true);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const SpringSample& s = samples[i];
    trials[i].want = damped.matrix        ? damped.model(s, 0)
                     : s.dimension() == 2 ? force_of<2>(s)
                                          : force_of<3>(s);
    trials[i].size = damped.matrix ? (by_velocity ? s.c : s.k) : s.k * (s.length() + s.l0);
    trials[i].factors.emplace_back("the damping c", s.c);
  }
  Subject subject;
  subject.title = damped.title;
  subject.yours = damped.yours;
  subject.slips = damped.slips;
  subject.model = [&](std::size_t i, unsigned bits) { return damped.model(samples[i], bits); };
  subject.place = damped.matrix ? end_matrix_place : end_place;
  subject.part = damped.matrix ? end_matrix_part : end_part;
  subject.at_zero_length = "There is no direction there: return zero.";
  const bool same = collect(trials, [&](std::size_t i) { return yours(samples[i].view()); });
  Grade grade = judge(subject, trials, options, same);
  if (your_force)
    relate(grade, {"derivative", "force", damped_force(your_force, options),
                   derived_difference(samples, trials, your_force, by_velocity)});
  return grade;
}

}  // namespace

Grade damped_force(const SpringValues& yours, const Options& options) {
  return grade_damped(
      {"the force of a spring with a dashpot", "your force", kForceSlips, force_model, false},
      yours, options, {}, false);
}

Grade force_by_position(const SpringValues& yours, const SpringValues& your_force,
                        const Options& options) {
  return grade_damped({"the derivative of the damped force by position", "your derivative",
                       kPositionSlips, position_model, true},
                      yours, options, your_force, false);
}

Grade force_by_velocity(const SpringValues& yours, const SpringValues& your_force,
                        const Options& options) {
  return grade_damped({"the derivative of the damped force by velocity", "your derivative",
                       kVelocitySlips, velocity_model, true},
                      yours, options, your_force, true);
}

}  // namespace tensio::grade
