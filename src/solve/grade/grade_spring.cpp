// Grades of the energy of a spring, its gradient and its Hessian.
#include <cmath>

#include "core/index.hpp"
#include "solve/grade/spring_cases.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio::grade {

namespace {

using namespace grading;

Spring spring_of(const SpringSample& sample) {
  Spring spring;
  spring.stiffness = sample.k;
  spring.rest_length = sample.l0;
  return spring;
}

// ---- energy ----

namespace energy_slip {
enum : unsigned {
  no_half = 1u << 0,
  rest_length = 1u << 1,
  strain_form = 1u << 2,
  strain = 1u << 3,
  no_root = 1u << 4,
  squares = 1u << 5,
  not_squared = 1u << 6,
  no_stiffness = 1u << 7,
  sign = 1u << 8,
  tension_only = 1u << 9,
};
}

constexpr Slip kEnergySlips[] = {
    {energy_slip::no_half, "half_forgotten",
     "You forgot the factor 1/2: the energy is k (l - l0)^2 / 2."},
    {energy_slip::rest_length, "rest_length_forgotten",
     "You forgot the rest length: the elongation is l - l0, not l."},
    {energy_slip::strain_form, "stiffness_per_strain",
     "Your k is a force per strain (EA, in newtons), with the energy k (l - l0)^2 / (2 l0); here k "
     "is a force per length (N/m): do not divide by l0."},
    {energy_slip::strain, "strain_for_elongation",
     "You use the strain (l - l0) / l0 where the elongation l - l0 belongs."},
    {energy_slip::no_root, "root_forgotten",
     "You use the squared length d.d where the length l = sqrt(d.d) belongs."},
    {energy_slip::squares, "squared_lengths",
     "You use l^2 - l0^2 where the elongation l - l0 belongs."},
    {energy_slip::not_squared, "not_squared",
     "You forgot to square the elongation: the energy is k (l - l0)^2 / 2."},
    {energy_slip::no_stiffness, "stiffness_forgotten", "You forgot the stiffness k."},
    {energy_slip::sign, "sign",
     "Your energy has the wrong sign: a deformed spring has a positive energy."},
    {energy_slip::tension_only, "compression_forgotten",
     "Your spring has no energy in compression (l < l0): that is a cable. This spring resists in "
     "compression too."},
};

Values energy_model(const SpringSample& spring, unsigned slips) {
  const double l = spring.length();
  const double l0 = slips & energy_slip::rest_length ? 0.0 : spring.l0;
  double e = l - l0;
  if (slips & energy_slip::no_root) e = l * l - l0;
  if (slips & energy_slip::squares) e = l * l - l0 * l0;
  if (slips & energy_slip::tension_only) e = std::max(e, 0.0);
  double energy = slips & energy_slip::not_squared ? e : e * e;
  if (!(slips & energy_slip::no_half)) energy /= 2;
  if (!(slips & energy_slip::no_stiffness)) energy *= spring.k;
  if (slips & energy_slip::strain_form) energy /= spring.l0;
  if (slips & energy_slip::strain) energy /= spring.l0 * spring.l0;
  if (slips & energy_slip::sign) energy = -energy;
  return {energy};
}

// ---- gradient ----

constexpr Slip kGradientSlips[] = {
    {gradient_slip::rest_length, "rest_length_forgotten",
     "You forgot the rest length: the tension is k (l - l0), not k l."},
    {gradient_slip::sign, "sign",
     "Your vector is the force, -dE/dx: the gradient dE/dx has the other sign."},
    {gradient_slip::both_as_b, "both_ends",
     "Both ends have the same sign: what is added at one end must be subtracted at the other, "
     "dE/da = -dE/db."},
    {gradient_slip::both_as_a, "both_ends",
     "Both ends have the same sign: what is added at one end must be subtracted at the other, "
     "dE/db = -dE/da."},
    {gradient_slip::no_b, "end_b_missing", "Your gradient is zero at end b: set dE/db = -dE/da."},
    {gradient_slip::no_a, "end_a_missing", "Your gradient is zero at end a: set dE/da = -dE/db."},
    {gradient_slip::strain_form, "stiffness_per_strain",
     "Your k is a force per strain (EA, in newtons): the tension k (l - l0) / l0 is that law's. "
     "Here k is a force per length (N/m): do not divide by l0."},
    {gradient_slip::strain, "strain_for_elongation",
     "You use the strain (l - l0) / l0 where the elongation l - l0 belongs."},
    {gradient_slip::no_unit, "unit_vector_forgotten",
     "You forgot to divide the direction b - a by the length: the force is the tension times the "
     "unit vector n = (b - a) / l."},
    {gradient_slip::twice_divided, "divided_twice",
     "You divide by the length once too often: n = (b - a) / l is a unit vector already."},
    {gradient_slip::no_half, "half_forgotten",
     "Your gradient is twice the right one: it is that of the energy without its factor 1/2."},
    {gradient_slip::half_left, "half_left",
     "Your gradient is half the right one: the derivative of (l - l0)^2 / 2 has no factor 1/2."},
    {gradient_slip::no_stiffness, "stiffness_forgotten", "You forgot the stiffness k."},
    {gradient_slip::absolute, "absolute_value",
     "You use |l - l0|: in compression (l < l0) the force changes its direction."},
    {gradient_slip::tension_only, "compression_forgotten",
     "Your spring has no force in compression (l < l0): that is a cable. This spring resists in "
     "compression too."},
};

// ---- Hessian ----

constexpr Slip kHessianSlips[] = {
    {hessian_slip::off_no_identity, "off_diagonal_identity",
     "Your off-diagonal blocks miss -k (1 - l0/l) I: they are minus the whole diagonal block, "
     "-k ((1 - l0/l) I + (l0/l) n n^T)."},
    {hessian_slip::off_sign, "off_diagonal_sign",
     "Your off-diagonal blocks have the wrong sign: d2E/da db is minus the diagonal block."},
    {hessian_slip::ab_sign, "off_diagonal_sign",
     "Your block of row a and column b has the wrong sign. The two off-diagonal blocks are equal, "
     "not opposite: both are minus the diagonal block."},
    {hessian_slip::ba_sign, "off_diagonal_sign",
     "Your block of row b and column a has the wrong sign. The two off-diagonal blocks are equal, "
     "not opposite: both are minus the diagonal block."},
    {hessian_slip::off_missing, "off_diagonal_missing",
     "Your off-diagonal blocks are zero: the force on a depends on the position of b too. They are "
     "minus the diagonal block."},
    {hessian_slip::no_unit, "unit_vector_forgotten",
     "You use d d^T with d = b - a where n n^T with the unit vector n = d / l belongs (or "
     "d d^T l0 / l^3)."},
    {hessian_slip::rest_length, "rest_length_forgotten",
     "You forgot the rest length: k I is the Hessian of a spring with l0 = 0."},
    {hessian_slip::no_transverse, "transverse_forgotten",
     "You have the stiffness along the spring, k n n^T, but not the one across it: "
     "k (1 - l0/l) (I - n n^T) is missing in every block."},
    {hessian_slip::no_identity, "identity_forgotten",
     "The term k (1 - l0/l) I is missing in every block."},
    {hessian_slip::no_bb, "block_b_missing",
     "The diagonal block of b is zero: it is equal to the diagonal block of a."},
    {hessian_slip::no_aa, "block_a_missing",
     "The diagonal block of a is zero: it is equal to the diagonal block of b."},
    {hessian_slip::strain_form, "stiffness_per_strain",
     "Your k is a force per strain (EA, in newtons); here k is a force per length (N/m): do not "
     "divide by l0."},
    {hessian_slip::sign, "sign",
     "Your matrix is the derivative of the force, -d2E/dx2: the Hessian of the energy has the "
     "other sign."},
    {hessian_slip::no_stiffness, "stiffness_forgotten", "You forgot the stiffness k."},
    {hessian_slip::square_not_cube, "wrong_power",
     "You divide d d^T l0 by l^2; with d = b - a it must be l^3."},
    {hessian_slip::upper_only, "one_triangle",
     "Only the upper triangle is set: the lower one is its mirror image, H(j, i) = H(i, j)."},
    {hessian_slip::lower_only, "one_triangle",
     "Only the lower triangle is set: the upper one is its mirror image, H(j, i) = H(i, j)."},
};

// The subject with the model of its slips on these springs.
Subject spring_subject(const std::vector<SpringSample>& samples, const char* title,
                       const char* yours, std::span<const Slip> slips,
                       Values (*model)(const SpringSample&, unsigned)) {
  Subject subject;
  subject.title = title;
  subject.yours = yours;
  subject.slips = slips;
  subject.model = [&samples, model](std::size_t i, unsigned bits) {
    return model(samples[i], bits);
  };
  return subject;
}

}  // namespace

Grade spring_energy(const SpringEnergy& yours, const Options& options) {
  const std::vector<SpringSample> samples = spring_samples(options);
  std::vector<Trial> trials = spring_trials(samples, false);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const SpringSample& s = samples[i];
    trials[i].want = {tensio::spring_energy(spring_of(s), s.a, s.b)};
    trials[i].size = s.k * std::pow(s.length() + s.l0, 2);
  }
  Subject subject =
      spring_subject(samples, "the energy of a spring", "your energy", kEnergySlips, energy_model);
  subject.place = [](const Trial&, std::size_t) { return "its value"; };
  subject.offset_allowed = true;
  subject.at_zero_length = "The energy there is k l0^2 / 2.";
  const bool same =
      collect(trials, [&](std::size_t i) { return Values{yours(samples[i].view())}; });
  return judge(subject, trials, options, same);
}

Grade spring_gradient(const SpringValues& yours, const SpringEnergy& your_energy,
                      const Options& options) {
  const std::vector<SpringSample> samples = spring_samples(options);
  std::vector<Trial> trials = spring_trials(samples, false);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const SpringSample& s = samples[i];
    trials[i].want = tensio::spring_gradient(spring_of(s), s.a, s.b);
    trials[i].size = s.k * (s.length() + s.l0);
  }
  Subject subject = spring_subject(samples, "the gradient of a spring's energy", "your gradient",
                                   kGradientSlips, gradient_model);
  subject.place = end_place;
  subject.part = end_part;
  subject.at_zero_length = "There is no direction there: return zero.";
  const bool same = collect(trials, [&](std::size_t i) { return yours(samples[i].view()); });
  Grade grade = judge(subject, trials, options, same);
  if (your_energy) {
    const auto energy = [&](const SpringCase& spring) { return Values{your_energy(spring)}; };
    relate(grade, {"gradient", "energy", grade::spring_energy(your_energy, options),
                   derived_difference(samples, trials, energy, false)});
  }
  return grade;
}

Grade spring_hessian(const SpringValues& yours, const SpringValues& your_gradient,
                     const Options& options) {
  const std::vector<SpringSample> samples = spring_samples(options);
  std::vector<Trial> trials = spring_trials(samples, false);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const SpringSample& s = samples[i];
    trials[i].want = tensio::spring_hessian(spring_of(s), s.a, s.b);
    trials[i].size = s.k;
  }
  Subject subject = spring_subject(samples, "the Hessian of a spring's energy", "your Hessian",
                                   kHessianSlips, hessian_model);
  subject.place = end_matrix_place;
  subject.part = end_matrix_part;
  subject.square = true;
  subject.at_zero_length =
      "There is no direction there: return k I in the diagonal blocks and -k "
      "I in the others, or zero.";
  const bool same = collect(trials, [&](std::size_t i) { return yours(samples[i].view()); });
  Grade grade = judge(subject, trials, options, same);
  if (your_gradient)
    relate(grade, {"Hessian", "gradient", grade::spring_gradient(your_gradient, {}, options),
                   derived_difference(samples, trials, your_gradient, false)});
  return grade;
}

}  // namespace tensio::grade
