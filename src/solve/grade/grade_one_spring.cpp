// Grades of the force and of the stiffness block of one spring.
//
//   d = b - a,  l = |d|,  n = d / l,  r = l0 / l
//   force on a: k (l - l0) n
//   block:      k ((1 - r) I + r n nᵀ)
#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "solve/grade/spring_cases.hpp"
#include "tensio/grade_code.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio::grade {

namespace {

using namespace grading;

Spring library_spring_of(const SpringSample& sample) {
  Spring spring;
  spring.stiffness = sample.k;
  spring.rest_length = sample.l0;
  return spring;
}

// ---- force ----

namespace pull_slip {
enum : unsigned {
  rest_length = 1u << 0,
  sign = 1u << 1,
  strain_form = 1u << 2,
  no_unit = 1u << 3,
  divided_twice = 1u << 4,
  twice = 1u << 5,
  half = 1u << 6,
  no_stiffness = 1u << 7,
  absolute = 1u << 8,
  tension_only = 1u << 9,
  squares = 1u << 10,
  elongation_squared = 1u << 11,
  root_elongation = 1u << 12,
  root_all = 1u << 13,
  by_axis = 1u << 14,
  by_axis_sign = 1u << 15,
  unit_by_rest = 1u << 16,
  sum_of_axes = 1u << 17,
  added = 1u << 18,
  last_axis = 1u << 19,
  root_unit = 1u << 20,
  stiffness_squared = 1u << 21,
  inverse_ratio = 1u << 22,
};
}

constexpr Slip kPullSlips[] = {
    {pull_slip::rest_length, "rest_length_forgotten",
     "You forgot the rest length: the tension is k (l - l0), not k l."},
    {pull_slip::sign, "sign",
     "Your force has the wrong sign: this is the force on b. A stretched spring pulls a towards b, "
     "with k (l - l0) n and n = (b - a) / l."},
    {pull_slip::strain_form, "stiffness_per_strain",
     "You use k/l0 where k belongs: k (l - l0) / l0 is the law of a spring whose k is a force per "
     "strain (EA, in newtons). Here k is a force per length (N/m)."},
    {pull_slip::no_unit, "unit_vector_forgotten",
     "You forgot to divide the direction b - a by the length: the force is the tension times the "
     "unit vector n = (b - a) / l."},
    {pull_slip::divided_twice, "divided_twice",
     "You divide by the length once too often: n = (b - a) / l is a unit vector already."},
    {pull_slip::twice, "factor_2",
     "Your force is twice the right one: the derivative of k (l - l0)^2 / 2 has no factor 2."},
    {pull_slip::half, "factor_half",
     "Your force is half the right one: the factor 1/2 is that of the energy, not of the force."},
    {pull_slip::no_stiffness, "stiffness_forgotten", "You forgot the stiffness k."},
    {pull_slip::absolute, "absolute_value",
     "You use |l - l0|: in compression (l < l0) the force changes its direction."},
    {pull_slip::tension_only, "compression_forgotten",
     "Your spring has no force in compression (l < l0): that is a cable. This spring resists in "
     "compression too."},
    {pull_slip::squares, "squared_lengths",
     "You use l^2 - l0^2 where the elongation l - l0 belongs."},
    {pull_slip::elongation_squared, "elongation_squared",
     "You square the elongation: the square is that of the energy k (l - l0)^2 / 2; the force is "
     "k (l - l0) n."},
    {pull_slip::root_elongation, "root_forgotten",
     "You use the squared length d.d in the elongation where the length l = sqrt(d.d) belongs."},
    {pull_slip::root_all, "root_forgotten",
     "You use the squared length d.d for l everywhere: the length is l = sqrt(d.d)."},
    {pull_slip::by_axis, "rest_length_by_axis",
     "You subtract the rest length from each coordinate of b - a: the elongation is that of the "
     "whole length, l - l0, and its direction is n = (b - a) / l."},
    {pull_slip::by_axis_sign, "rest_length_by_axis",
     "You treat each axis as a spring of its own, |b - a| - l0 along each: the elongation is that "
     "of the whole length, l - l0, and its direction is n = (b - a) / l."},
    {pull_slip::unit_by_rest, "divided_by_rest_length",
     "You divide the direction b - a by the rest length l0: a unit vector is (b - a) / l."},
    {pull_slip::sum_of_axes, "length_as_sum",
     "Your length is the sum of the coordinates' magnitudes: it is l = sqrt(d.d)."},
    {pull_slip::added, "positions_added",
     "You add the positions of the ends: the direction is their difference, b - a."},
    {pull_slip::last_axis, "last_coordinate_missing",
     "The last coordinate of your force is 0: your loop ends one coordinate too early."},
    {pull_slip::root_unit, "root_forgotten",
     "You divide the direction by the squared length d.d: a unit vector is d / sqrt(d.d)."},
    {pull_slip::stiffness_squared, "stiffness_twice", "You multiply by the stiffness k twice."},
    {pull_slip::inverse_ratio, "ratio_upside_down",
     "You use 1 - l/l0 where 1 - l0/l belongs: the force is k (1 - l0/l) (b - a)."},
};

Values pull_model(const SpringSample& spring, unsigned slips) {
  namespace slip = pull_slip;
  const std::size_t dimension = spring.dimension();
  Values d = spring.d();
  if (slips & slip::added)
    for (std::size_t i = 0; i < dimension; ++i) d[i] = spring.a[i] + spring.b[i];
  double square = 0, sum = 0;
  for (const double x : d) square += x * x, sum += std::abs(x);
  double l = std::sqrt(square);
  if (slips & slip::sum_of_axes) l = sum;
  if (slips & slip::root_all) l = square;
  const double l0 = slips & slip::rest_length ? 0.0 : spring.l0;
  double e = (slips & slip::root_elongation ? square : l) - l0;
  if (slips & slip::squares) e = l * l - l0 * l0;
  if (slips & slip::absolute) e = std::abs(e);
  if (slips & slip::tension_only) e = std::max(e, 0.0);
  if (slips & slip::elongation_squared) e *= e;
  double factor = slips & slip::no_stiffness ? 1.0 : spring.k;
  if (slips & slip::stiffness_squared) factor *= spring.k;
  if (slips & slip::strain_form) factor /= spring.l0;
  if (slips & slip::divided_twice) factor /= l;
  if (slips & slip::twice) factor *= 2;
  if (slips & slip::half) factor /= 2;
  if (slips & slip::sign) factor = -factor;
  const double unit = slips & slip::no_unit        ? 1.0
                      : slips & slip::unit_by_rest ? spring.l0
                      : slips & slip::root_unit    ? square
                                                   : l;
  // k (1 - l/l0) d.
  if (slips & slip::inverse_ratio) e = l * (1 - l / spring.l0);
  Values force(dimension);
  for (std::size_t i = 0; i < dimension; ++i) {
    force[i] = factor * e * d[i] / unit;
    if (slips & slip::by_axis) force[i] = factor * (d[i] - l0);
    if (slips & slip::by_axis_sign) force[i] = factor * (std::abs(d[i]) - l0) * (d[i] < 0 ? -1 : 1);
  }
  if (slips & slip::last_axis) force[dimension - 1] = 0;
  return force;
}

// ---- block ----

namespace stiffness_slip {
enum : unsigned {
  rest_length = 1u << 0,
  no_transverse = 1u << 1,
  no_identity = 1u << 2,
  no_along = 1u << 3,
  no_unit = 1u << 4,
  divide_once = 1u << 5,
  power_three = 1u << 6,
  inverse_ratio = 1u << 7,
  along_sign = 1u << 8,
  ratio_sign = 1u << 9,
  swapped = 1u << 10,
  identity_whole = 1u << 11,
  along_whole = 1u << 12,
  strain_form = 1u << 13,
  no_stiffness = 1u << 14,
  sign = 1u << 15,
  twice = 1u << 16,
  half = 1u << 17,
  clamped = 1u << 18,
  diagonal_only = 1u << 19,
  all_ones = 1u << 20,
  upper_only = 1u << 21,
  lower_only = 1u << 22,
  elongation = 1u << 23,
  root = 1u << 24,
  no_ratio_sign = 1u << 25,
  times_l = 1u << 26,
  root_all = 1u << 27,
};
}

constexpr Slip kOneBlockSlips[] = {
    {stiffness_slip::rest_length, "rest_length_forgotten",
     "You forgot the rest length: k I is the block of a spring with l0 = 0."},
    {stiffness_slip::no_transverse, "transverse_forgotten",
     "Your block misses k (1 - l0/l) (I - n n^T), the stiffness across the spring: you have k n "
     "n^T "
     "along it only."},
    {stiffness_slip::no_identity, "identity_forgotten",
     "Your block misses k (1 - l0/l) I: it is k ((1 - l0/l) I + (l0/l) n n^T)."},
    {stiffness_slip::no_along, "along_forgotten",
     "Your block misses k (l0/l) n n^T: it is k ((1 - l0/l) I + (l0/l) n n^T)."},
    {stiffness_slip::no_unit, "unit_vector_forgotten",
     "You use d d^T with d = b - a where n n^T with the unit vector n = d / l belongs."},
    {stiffness_slip::divide_once, "wrong_power", "You divide d d^T by l: n n^T is d d^T / l^2."},
    {stiffness_slip::power_three, "wrong_power",
     "You divide d d^T by l^3 and multiply by l0/l too: n n^T is d d^T / l^2 (or d d^T l0 / l^3 "
     "with "
     "the factor l0/l in it)."},
    {stiffness_slip::inverse_ratio, "ratio_upside_down", "You use l/l0 where l0/l belongs."},
    {stiffness_slip::along_sign, "along_sign",
     "The term k (l0/l) n n^T has the wrong sign: it is added, k ((1 - l0/l) I + (l0/l) n n^T)."},
    {stiffness_slip::ratio_sign, "identity_sign", "You use 1 + l0/l where 1 - l0/l belongs."},
    {stiffness_slip::swapped, "terms_swapped",
     "You have exchanged the two factors: 1 - l0/l belongs to I, and l0/l to n n^T."},
    {stiffness_slip::identity_whole, "identity_factor",
     "The factor 1 - l0/l of I is missing: the block is k ((1 - l0/l) I + (l0/l) n n^T)."},
    {stiffness_slip::along_whole, "along_factor",
     "The factor l0/l of n n^T is missing: the block is k ((1 - l0/l) I + (l0/l) n n^T)."},
    {stiffness_slip::strain_form, "stiffness_per_strain",
     "You use k/l0 where k belongs: here k is a force per length (N/m), not a force per strain."},
    {stiffness_slip::no_stiffness, "stiffness_forgotten", "You forgot the stiffness k."},
    {stiffness_slip::sign, "sign",
     "Your block has the wrong sign: it is the derivative of the force on a by a, or the block of "
     "a "
     "and b. This one is d2E/da2, positive along a stretched spring."},
    {stiffness_slip::twice, "factor_2", "Your block is twice the right one."},
    {stiffness_slip::half, "factor_half",
     "Your block is half the right one: the factor 1/2 is that of the energy."},
    {stiffness_slip::clamped, "compression_forgotten",
     "In compression (l < l0) you leave out the negative stiffness across the spring. That keeps a "
     "matrix positive definite, but it is not the derivative: the term is k (1 - l0/l) I there "
     "too."},
    {stiffness_slip::diagonal_only, "diagonal_only",
     "Your block has numbers on its diagonal only: n n^T has the products n_i n_j everywhere."},
    {stiffness_slip::all_ones, "identity_everywhere",
     "You add 1 - l0/l to every entry: I has it on the diagonal only."},
    {stiffness_slip::upper_only, "one_triangle",
     "Only the upper triangle is set: the lower one is its mirror image."},
    {stiffness_slip::lower_only, "one_triangle",
     "Only the lower triangle is set: the upper one is its mirror image."},
    {stiffness_slip::elongation, "length_not_divided",
     "You use l - l0 where 1 - l0/l = (l - l0) / l belongs."},
    {stiffness_slip::root, "root_forgotten",
     "You use the squared length d.d for l in l0/l: the length is l = sqrt(d.d)."},
    {stiffness_slip::no_ratio_sign, "identity_sign",
     "The term k (1 - l0/l) I has the wrong sign: you have l0/l - 1."},
    {stiffness_slip::times_l, "length_too_often", "You multiply by the length l once too often."},
    {stiffness_slip::root_all, "root_forgotten",
     "You use the squared length d.d for l everywhere: the length is l = sqrt(d.d)."},
};

Values one_block_model(const SpringSample& spring, unsigned slips) {
  namespace slip = stiffness_slip;
  const std::size_t dimension = spring.dimension();
  const double l = spring.length();
  const Values d = spring.d();
  const double l0 = slips & slip::rest_length ? 0.0 : spring.l0;
  double r = l0 / (slips & (slip::root | slip::root_all) ? l * l : l);
  if (slips & slip::inverse_ratio) r = l / l0;
  double identity = slips & slip::ratio_sign ? 1 + r : 1 - r, along = r;
  if (slips & slip::swapped) std::swap(identity, along);
  if (slips & slip::identity_whole) identity = 1;
  if (slips & slip::along_whole) along = 1;
  if (slips & slip::no_transverse) identity = 0, along = 1;
  if (slips & slip::no_identity) identity = 0;
  if (slips & slip::no_along) along = 0;
  if (slips & slip::along_sign) along = -along;
  if (slips & slip::no_ratio_sign) identity = -identity;
  if (slips & slip::elongation) identity *= l;
  if (slips & slip::clamped) identity = std::max(identity, 0.0);
  double k = slips & slip::no_stiffness ? 1.0 : spring.k;
  if (slips & slip::strain_form) k /= spring.l0;
  if (slips & slip::twice) k *= 2;
  if (slips & slip::half) k /= 2;
  if (slips & slip::times_l) k *= l;
  if (slips & slip::sign) k = -k;
  // n nᵀ = d dᵀ / l².
  const double divisor = slips & slip::no_unit       ? 1.0
                         : slips & slip::divide_once ? l
                         : slips & slip::power_three ? l * l * l
                         : slips & slip::root_all    ? l * l * l * l
                                                     : l * l;
  Values block(dimension * dimension);
  for (std::size_t i = 0; i < dimension; ++i)
    for (std::size_t j = 0; j < dimension; ++j) {
      double entry =
          i == j || (slips & slip::diagonal_only) == 0 ? along * d[i] * d[j] / divisor : 0.0;
      if (i == j || (slips & slip::all_ones)) entry += identity;
      if ((j < i && (slips & slip::upper_only)) || (j > i && (slips & slip::lower_only))) entry = 0;
      block[i * dimension + j] = k * entry;
    }
  return block;
}

std::string axis_place(const Trial&, std::size_t entry) {
  return fmt::format("its {} component", axis_name(entry));
}
std::string one_block_place(const Trial& trial, std::size_t entry) {
  const auto n = usize(std::llround(std::sqrt(static_cast<double>(trial.want.size()))));
  return fmt::format("row {}, column {}", axis_name(entry / n), axis_name(entry % n));
}
std::string one_block_part(const Trial& trial, std::size_t entry) {
  const auto n = usize(std::llround(std::sqrt(static_cast<double>(trial.want.size()))));
  return entry / n == entry % n ? "the diagonal" : "off the diagonal";
}

// Coincident ends are mentioned; who did not think of them passes.
Grade graded(Subject& subject, std::vector<SpringSample>& samples, std::vector<Trial>& trials,
             const SpringValues& yours, Values (*model)(const SpringSample&, unsigned),
             const Options& options) {
  subject.model = [&samples, model](std::size_t i, unsigned bits) {
    return model(samples[i], bits);
  };
  const bool same = collect(trials, [&](std::size_t i) { return yours(samples[i].view()); });
  Grade grade = judge(subject, trials, options, same);
  const int coincident = static_cast<int>(
      std::count_if(trials.begin(), trials.end(), [](const Trial& t) { return !t.regular; }));
  const bool zero_length_only = grade.slips.size() == 1 && grade.slips[0] == "zero_length" &&
                                grade.findings.size() == 1 &&
                                grade.right >= grade.cases - coincident;
  if (same && zero_length_only) grade.passed = true;
  return grade;
}

}  // namespace

Grade spring_force(const SpringValues& yours, const Options& options) {
  std::vector<SpringSample> samples = spring_samples(options);
  std::vector<Trial> trials = spring_trials(samples, false);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const SpringSample& s = samples[i];
    // The force on a is minus the gradient there.
    Values gradient = tensio::spring_gradient(library_spring_of(s), s.a, s.b);
    gradient.resize(s.dimension());
    for (double& x : gradient) x = -x;
    trials[i].want = std::move(gradient);
    trials[i].size = s.k * (s.length() + s.l0);
  }
  Subject subject;
  subject.title = "the force of a spring on its end a";
  subject.yours = "your force";
  subject.slips = kPullSlips;
  subject.place = axis_place;
  subject.part = axis_place;
  subject.at_zero_length = "There is no direction there: return zero.";
  return graded(subject, samples, trials, yours, pull_model, options);
}

Grade spring_block(const SpringValues& yours, const Options& options) {
  std::vector<SpringSample> samples = spring_samples(options);
  std::vector<Trial> trials = spring_trials(samples, false);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const SpringSample& s = samples[i];
    const Values hessian = tensio::spring_hessian(library_spring_of(s), s.a, s.b);
    const std::size_t n = s.dimension();
    for (std::size_t row = 0; row < n; ++row)
      for (std::size_t column = 0; column < n; ++column)
        trials[i].want.push_back(hessian[row * 2 * n + column]);
    trials[i].size = s.k;
  }
  Subject subject;
  subject.title = "the stiffness block of a spring";
  subject.yours = "your block";
  subject.slips = kOneBlockSlips;
  subject.place = one_block_place;
  subject.part = one_block_part;
  subject.square = true;
  subject.at_zero_length = "There is no direction there: return k I, or zero.";
  return graded(subject, samples, trials, yours, one_block_model, options);
}

}  // namespace tensio::grade
