// Random springs, and the models of slips in the gradient and the Hessian of their energy.
//
//   d = b - a,  l = |d|,  n = d / l,  T = k (l - l0),  r = l0 / l
//   gradient: -T n at a, +T n at b
//   Hessian: [ B -B; -B B ] with B = k ((1 - r) I + r n nᵀ)
#include "solve/grade/spring_cases.hpp"

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "core/random.hpp"

namespace tensio::grading {

namespace {

Values random_point(Random& random, std::size_t dimension, double size) {
  Values point(dimension);
  for (double& x : point) x = random.uniform(-size, size);
  return point;
}

Values random_direction(Random& random, std::size_t dimension) {
  for (;;) {
    Values n = random_point(random, dimension, 1);
    double square = 0;
    for (const double x : n) square += x * x;
    if (square < 0.1 || square > 1) continue;
    for (double& x : n) x /= std::sqrt(square);
    return n;
  }
}

// Entries of a matrix over both ends: (row, column) and the dimension.
struct EndEntry {
  std::size_t row, column, dimension;
  EndEntry(const Trial& trial, std::size_t entry) {
    const auto n = usize(std::llround(std::sqrt(static_cast<double>(trial.want.size()))));
    row = entry / n, column = entry % n, dimension = n / 2;
  }
};

// A block of the Hessian, by rows: identity I + along n nᵀ, without k.
Values block_model(const SpringSample& spring, unsigned slips, bool off_diagonal) {
  namespace slip = hessian_slip;
  const std::size_t dimension = spring.dimension();
  const double l = spring.length();
  const Values d = spring.d(), n = spring.n();
  const double r = slips & slip::rest_length ? 0.0 : spring.l0 / l;
  double identity = 1 - r, along = r;
  if (slips & slip::no_transverse) identity = 0, along = 1;
  if (slips & slip::no_identity) identity = 0;
  if (off_diagonal && (slips & slip::off_no_identity)) identity = 0;
  if (slips & slip::square_not_cube) along *= l;
  const Values& direction = slips & slip::no_unit ? d : n;
  Values block(dimension * dimension);
  for (std::size_t i = 0; i < dimension; ++i)
    for (std::size_t j = 0; j < dimension; ++j)
      block[i * dimension + j] = along * direction[i] * direction[j] + (i == j ? identity : 0.0);
  return block;
}

}  // namespace

grade::SpringCase SpringSample::view() const {
  return {.a = a,
          .b = b,
          .stiffness = k,
          .rest_length = l0,
          .velocity_a = velocity_a,
          .velocity_b = velocity_b,
          .damping = c};
}

Values SpringSample::d() const {
  Values d(a.size());
  for (std::size_t i = 0; i < d.size(); ++i) d[i] = b[i] - a[i];
  return d;
}

double SpringSample::length() const {
  double square = 0;
  for (const double x : d()) square += x * x;
  return std::sqrt(square);
}

Values SpringSample::n() const {
  Values n = d();
  const double l = length();
  for (double& x : n) x /= l;
  return n;
}

std::vector<SpringSample> spring_samples(const Options& options) {
  Random random(options.seed);
  std::vector<SpringSample> samples;
  int group = 0;
  for (const int dimension : dimensions_of(options)) {
    const std::size_t size = usize(dimension);
    // Of the last spring the rest length is 0.
    for (int values = 0; values < 4; ++values, ++group) {
      SpringSample spring;
      spring.k = random.uniform(2, 80);
      spring.l0 = values == 3 ? 0.0 : random.uniform(0.4, 2.5);
      spring.c = random.uniform(0.5, 4);
      spring.group = group;
      const double unit = values == 3 ? 1.0 : spring.l0;
      for (const double stretch : {1.6, 4.0, 0.7, 0.15, 1 + 1e-6, 1 - 1e-6}) {
        spring.a = random_point(random, size, 2);
        spring.b = random_direction(random, size);
        for (std::size_t i = 0; i < size; ++i)
          spring.b[i] = spring.a[i] + stretch * unit * spring.b[i];
        spring.velocity_a = random_point(random, size, 1);
        spring.velocity_b = random_point(random, size, 1);
        samples.push_back(spring);
      }
    }
  }
  for (const int dimension : dimensions_of(options)) {
    SpringSample spring;
    spring.a = spring.b = random_point(random, usize(dimension), 2);
    spring.velocity_a = random_point(random, usize(dimension), 1);
    spring.velocity_b = random_point(random, usize(dimension), 1);
    spring.k = 12, spring.l0 = 0.75, spring.c = 2, spring.group = group++;
    samples.push_back(spring);
  }
  return samples;
}

std::vector<Trial> spring_trials(const std::vector<SpringSample>& samples, bool with_dashpot) {
  std::vector<Trial> trials;
  for (const SpringSample& spring : samples) {
    const double l = spring.length();
    Trial trial;
    trial.group = spring.group;
    trial.regular = l > 0;
    trial.about = fmt::format("k = {:.4g}, l0 = {:.4g}, a = {}, b = {}", spring.k, spring.l0,
                              point_text(spring.a), point_text(spring.b));
    if (with_dashpot)
      trial.about += fmt::format(", c = {:.4g}, velocities {} and {}", spring.c,
                                 point_text(spring.velocity_a), point_text(spring.velocity_b));
    trial.kinds.push_back(fmt::format("springs in {}D", spring.dimension()));
    trial.kinds.push_back(l < spring.l0 ? "compressed springs (l < l0)"
                                        : "stretched springs (l > l0)");
    if (spring.l0 == 0)
      trial.kinds.push_back("springs without a rest length (l0 = 0)");
    else
      trial.kinds.push_back("springs with a rest length (l0 > 0)");
    trial.factors = {
        {"the stiffness k", spring.k}, {"the length l", l}, {"the rest length l0", spring.l0}};
    trials.push_back(std::move(trial));
  }
  return trials;
}

double derived_difference(const std::vector<SpringSample>& samples, std::span<const Trial> trials,
                          const grade::SpringValues& below, bool by_velocity) {
  double most = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (!trials[i].regular) continue;
    SpringSample spring = samples[i];
    const double h = by_velocity ? 1e-3 : 1e-5 * spring.length();
    const std::size_t dimension = spring.dimension();
    std::vector<Values> columns;
    for (std::size_t axis = 0; axis < 2 * dimension; ++axis) {
      Values& ends = by_velocity ? (axis < dimension ? spring.velocity_a : spring.velocity_b)
                                 : (axis < dimension ? spring.a : spring.b);
      double& x = ends[axis % dimension];
      const double before = x;
      x = before + h;
      Values column = below(spring.view());
      x = before - h;
      const Values minus = below(spring.view());
      x = before;
      if (minus.size() != column.size()) return HUGE_VAL;
      for (std::size_t e = 0; e < column.size(); ++e) column[e] = (column[e] - minus[e]) / (2 * h);
      columns.push_back(std::move(column));
    }
    const std::size_t rows = columns[0].size();
    Values derived(rows * columns.size());
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t column = 0; column < columns.size(); ++column) {
        if (columns[column].size() != rows) return HUGE_VAL;
        derived[row * columns.size() + column] = columns[column][row];
      }
    // Differences of values near the rest length have few digits: the case's size counts in full.
    Trial trial = trials[i];
    trial.size *= 1e3;
    most = std::max(most, difference(trial, derived, trial.got));
  }
  return most;
}

Values gradient_model(const SpringSample& spring, unsigned slips) {
  namespace slip = gradient_slip;
  const double l = spring.length();
  double e = slips & slip::rest_length ? l : l - spring.l0;
  if (slips & slip::absolute) e = std::abs(e);
  if (slips & slip::tension_only) e = std::max(e, 0.0);
  double tension = slips & slip::no_stiffness ? e : spring.k * e;
  if (slips & slip::strain_form) tension /= spring.l0;
  if (slips & slip::strain) tension /= spring.l0 * spring.l0;
  if (slips & slip::no_unit) tension *= l;
  if (slips & slip::twice_divided) tension /= l;
  if (slips & slip::no_half) tension *= 2;
  if (slips & slip::half_left) tension /= 2;
  if (slips & slip::sign) tension = -tension;
  const Values n = spring.n();
  const std::size_t dimension = n.size();
  Values gradient(2 * dimension, 0.0);
  for (std::size_t i = 0; i < dimension; ++i) {
    const double at_b = tension * n[i];
    if (!(slips & slip::no_a)) gradient[i] = slips & slip::both_as_b ? at_b : -at_b;
    if (!(slips & slip::no_b)) gradient[dimension + i] = slips & slip::both_as_a ? -at_b : at_b;
  }
  return gradient;
}

Values hessian_model(const SpringSample& spring, unsigned slips) {
  namespace slip = hessian_slip;
  const std::size_t dimension = spring.dimension(), n = 2 * dimension;
  double k = slips & slip::no_stiffness ? 1.0 : spring.k;
  if (slips & slip::strain_form) k /= spring.l0;
  if (slips & slip::sign) k = -k;
  double ab = slips & slip::off_missing ? 0.0 : slips & slip::off_sign ? 1.0 : -1.0;
  double ba = ab;
  if (slips & slip::ab_sign) ab = -ab;
  if (slips & slip::ba_sign) ba = -ba;
  const Values diagonal = block_model(spring, slips, false);
  const Values off = block_model(spring, slips, true);
  Values hessian(n * n);
  for (std::size_t i = 0; i < dimension; ++i)
    for (std::size_t j = 0; j < dimension; ++j) {
      const double on = k * diagonal[i * dimension + j], of = k * off[i * dimension + j];
      hessian[i * n + j] = slips & slip::no_aa ? 0.0 : on;
      hessian[i * n + dimension + j] = ab * of;
      hessian[(dimension + i) * n + j] = ba * of;
      hessian[(dimension + i) * n + dimension + j] = slips & slip::no_bb ? 0.0 : on;
    }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if ((j < i && (slips & slip::upper_only)) || (j > i && (slips & slip::lower_only)))
        hessian[i * n + j] = 0;
  return hessian;
}

std::string end_place(const Trial& trial, std::size_t entry) {
  const std::size_t dimension = trial.want.size() / 2;
  return fmt::format("the {} component at end {} (entry {}, counted from 0)",
                     axis_name(entry % dimension), entry < dimension ? "a" : "b", entry);
}

std::string end_part(const Trial& trial, std::size_t entry) {
  return entry < trial.want.size() / 2 ? "end a" : "end b";
}

std::string end_matrix_place(const Trial& trial, std::size_t entry) {
  const EndEntry at(trial, entry);
  return fmt::format("row {} of end {}, column {} of end {} (entry ({}, {}), counted from 0)",
                     axis_name(at.row % at.dimension), at.row < at.dimension ? "a" : "b",
                     axis_name(at.column % at.dimension), at.column < at.dimension ? "a" : "b",
                     at.row, at.column);
}

std::string end_matrix_part(const Trial& trial, std::size_t entry) {
  const EndEntry at(trial, entry);
  const bool row_b = at.row >= at.dimension, column_b = at.column >= at.dimension;
  return row_b == column_b ? (row_b ? "the diagonal block of b" : "the diagonal block of a")
                           : "the off-diagonal blocks";
}

}  // namespace tensio::grading
