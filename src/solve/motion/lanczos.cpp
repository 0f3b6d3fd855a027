// For a random start, k steps miss the largest eigenvalue of a positive semidefinite matrix of n
// rows by more than the part e with a probability below 1.648 sqrt(n) exp(-sqrt(e) (2 k - 1))
// (Kuczynski, Wozniakowski 1992). With 64 steps and 4 % that is 2e-8 for a million rows. Negative
// eigenvalues only widen the range of which e is a part.
#include "solve/motion/lanczos.hpp"

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "core/random.hpp"

namespace tensio {

namespace {

constexpr double kLanczosMissed = 0.04;     // in kLanczosSteps
constexpr double kLanczosRounding = 1e-10;  // where the search was complete
constexpr std::uint64_t kSeed = 1;

// In four strands, in a fixed order.
double dot(const std::vector<double>& x, const std::vector<double>& y) {
  double sum[4] = {0, 0, 0, 0};
  const std::size_t whole = x.size() / 4 * 4;
  for (std::size_t i = 0; i < whole; i += 4)
    for (std::size_t strand = 0; strand < 4; ++strand) sum[strand] += x[i + strand] * y[i + strand];
  for (std::size_t i = whole; i < x.size(); ++i) sum[0] += x[i] * y[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void add(double factor, const std::vector<double>& x, std::vector<double>& y) {
  for (std::size_t i = 0; i < x.size(); ++i) y[i] += factor * x[i];
}

/// A symmetric matrix of three diagonals.
struct Tridiagonal {
  std::vector<double> diagonal, beside;

  // Eigenvalues below x, by the signs of the pivots.
  int below(double x) const {
    int count = 0;
    double pivot = 1;
    for (std::size_t i = 0; i < diagonal.size(); ++i) {
      const double b = i > 0 ? beside[i - 1] : 0;
      pivot = diagonal[i] - x - b * b / pivot;
      if (pivot == 0) pivot = 1e-300;
      count += pivot < 0;
    }
    return count;
  }
  // The eigenvalue with `number` others below it.
  double eigenvalue(int number) const {
    double reach = 0;
    for (std::size_t i = 0; i < diagonal.size(); ++i) {
      double row = std::abs(diagonal[i]);
      if (i > 0) row += std::abs(beside[i - 1]);
      if (i + 1 < diagonal.size()) row += std::abs(beside[i]);
      reach = std::max(reach, row);
    }
    double low = -reach, high = reach;
    for (int i = 0; i < 100; ++i) {
      const double middle = 0.5 * (low + high);
      (below(middle) <= number ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }
};

}  // namespace

Largest largest_eigenvalue(std::size_t size, const std::vector<int>& axes, const Product& product,
                           int steps) {
  if (axes.empty()) return {};
  std::vector<double> q(size), before(size), next(size);
  Random random(kSeed);
  for (int axis : axes) {
    // Nearly a normal distribution, so that no direction is favoured.
    double sum = 0;
    for (int i = 0; i < 8; ++i) sum += random.uniform(-1, 1);
    q[axis] = sum;
  }
  const double norm = std::sqrt(dot(q, q));
  for (double& component : q) component /= norm;

  Tridiagonal matrix;
  // A small space is searched completely, with orthogonalised vectors.
  const bool whole = axes.size() <= usize(steps);
  std::vector<std::vector<double>> basis;
  bool complete = false;
  double scale = 0;
  for (int step = 0; step < steps && !complete; ++step) {
    product(q, next);
    const double diagonal = dot(q, next);
    add(-diagonal, q, next);
    if (step > 0) add(-matrix.beside.back(), before, next);
    if (whole) {
      basis.push_back(q);
      for (int twice = 0; twice < 2; ++twice)
        for (const std::vector<double>& other : basis) add(-dot(other, next), other, next);
    }
    const double beside = std::sqrt(dot(next, next));
    matrix.diagonal.push_back(diagonal);
    scale = std::max({scale, std::abs(diagonal), beside});
    complete = (whole && step + 1 == static_cast<int>(axes.size())) || beside <= 1e-13 * scale;
    if (complete || step + 1 == steps) break;
    matrix.beside.push_back(beside);
    before.swap(q);
    q.swap(next);
    for (double& component : q) component /= beside;
  }
  Largest largest;
  largest.found = matrix.eigenvalue(static_cast<int>(matrix.diagonal.size()) - 1);
  const double lowest = std::min(0.0, matrix.eigenvalue(0));
  const double fewer = static_cast<double>(2 * kLanczosSteps - 1) / (2 * steps - 1);
  const double part = kLanczosMissed * fewer * fewer;
  const double missed = complete ? kLanczosRounding : part / (1 - part);
  largest.at_most = largest.found + missed * (largest.found - lowest);
  return largest;
}

}  // namespace tensio
