// Homework as students hand it in: right solutions, written in their own manner.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "tensio/grade.hpp"

namespace tensio::testing {

using grade::NetCase;
using grade::Numbers;
using grade::SpringCase;
using grade::StepCase;
using grade::StepResult;
using grade::Values;

/// Whether one of the findings contains the phrase.
inline bool says(const Grade& grade, const std::string& phrase) {
  return std::any_of(grade.findings.begin(), grade.findings.end(), [&](const std::string& finding) {
    return finding.find(phrase) != std::string::npos;
  });
}

inline Values minus(Numbers x, Numbers y) {
  Values d(x.begin(), x.end());
  for (std::size_t i = 0; i < d.size(); ++i) d[i] -= y[i];
  return d;
}
inline double dot(Numbers x, Numbers y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}
inline double norm(Numbers x) { return std::sqrt(dot(x, x)); }

/// factor x, or zero where x is: T d / l without a division by zero.
inline Values along(double factor, const Values& d) {
  const double l = norm(d);
  Values f(d.size(), 0.0);
  if (l == 0) return f;
  for (std::size_t i = 0; i < d.size(); ++i) f[i] = factor * d[i] / l;
  return f;
}
/// What ends a and b get, one behind the other.
inline Values both(const Values& a, const Values& b) {
  Values all = a;
  all.insert(all.end(), b.begin(), b.end());
  return all;
}
inline Values negative(Values x) {
  for (double& value : x) value = -value;
  return x;
}

inline double energy(const SpringCase& s) {
  const double e = norm(minus(s.b, s.a)) - s.rest_length;
  return 0.5 * s.stiffness * e * e;
}

inline Values gradient(const SpringCase& s) {
  const Values d = minus(s.b, s.a);
  const Values f = along(s.stiffness * (norm(d) - s.rest_length), d);
  return both(negative(f), f);
}

/// The block of the Hessian on the diagonal: identity I + outer d dᵀ.
inline Values block(const Values& d, double identity, double outer) {
  Values B(d.size() * d.size());
  for (std::size_t i = 0; i < d.size(); ++i)
    for (std::size_t j = 0; j < d.size(); ++j)
      B[i * d.size() + j] = outer * d[i] * d[j] + (i == j ? identity : 0);
  return B;
}
/// The matrix [ aa ab; ba bb ].
inline Values blocks(const Values& aa, const Values& ab, const Values& ba, const Values& bb) {
  const auto d = static_cast<std::size_t>(std::lround(std::sqrt(double(aa.size()))));
  Values H(4 * d * d);
  for (std::size_t i = 0; i < d; ++i)
    for (std::size_t j = 0; j < d; ++j) {
      H[i * 2 * d + j] = aa[i * d + j];
      H[i * 2 * d + d + j] = ab[i * d + j];
      H[(d + i) * 2 * d + j] = ba[i * d + j];
      H[(d + i) * 2 * d + d + j] = bb[i * d + j];
    }
  return H;
}
inline Values spring_block(const SpringCase& s) {
  const Values d = minus(s.b, s.a);
  const double l = norm(d);
  if (l == 0) return block(d, s.stiffness, 0);
  return block(d, s.stiffness * (1 - s.rest_length / l), s.stiffness * s.rest_length / (l * l * l));
}
inline Values hessian(const SpringCase& s) {
  const Values B = spring_block(s), C = negative(B);
  return blocks(B, C, C, B);
}

/// Spring s of a net.
inline SpringCase spring_of(const NetCase& net, std::size_t s) {
  const auto d = static_cast<std::size_t>(net.dimension);
  SpringCase spring;
  spring.a = net.position.subspan(static_cast<std::size_t>(net.ends[s][0]) * d, d);
  spring.b = net.position.subspan(static_cast<std::size_t>(net.ends[s][1]) * d, d);
  spring.stiffness = net.stiffness[s];
  spring.rest_length = net.rest_length[s];
  return spring;
}

/// Adds part(spring) of every spring to the nodes of its ends; `add` is += unless said otherwise.
template <class Part, class Add>
Values assemble_vector(const NetCase& net, Part part, Add add) {
  const auto d = static_cast<std::size_t>(net.dimension);
  Values f(net.position.size(), 0.0);
  for (std::size_t s = 0; s < net.ends.size(); ++s) {
    const Values both_ends = part(spring_of(net, s));
    for (std::size_t e = 0; e < 2 * d; ++e)
      add(f[static_cast<std::size_t>(net.ends[s][e / d]) * d + e % d], both_ends[e]);
  }
  return f;
}
inline void plus(double& sum, double value) { sum += value; }

/// Likewise for matrices; add(entry, value, whether it is in a diagonal block).
template <class Part, class Add>
Values assemble_matrix(const NetCase& net, Part part, Add add) {
  const auto d = static_cast<std::size_t>(net.dimension);
  const std::size_t n = net.position.size();
  Values K(n * n, 0.0);
  for (std::size_t s = 0; s < net.ends.size(); ++s) {
    const Values H = part(spring_of(net, s));
    const auto at = [&](std::size_t e) {
      return static_cast<std::size_t>(net.ends[s][e / d]) * d + e % d;
    };
    for (std::size_t i = 0; i < 2 * d; ++i)
      for (std::size_t j = 0; j < 2 * d; ++j)
        add(K[at(i) * n + at(j)], H[i * 2 * d + j], i / d == j / d);
  }
  return K;
}
inline void plus_any(double& sum, double value, bool) { sum += value; }

/// Gaussian elimination with pivots.
inline Values solved(Values A, Values b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(A[i * n + k]) > std::abs(A[pivot * n + k])) pivot = i;
    for (std::size_t j = 0; j < n; ++j) std::swap(A[k * n + j], A[pivot * n + j]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = A[i * n + k] / A[k * n + k];
      for (std::size_t j = k; j < n; ++j) A[i * n + j] -= factor * A[k * n + j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= A[k * n + j] * b[j];
    b[k] /= A[k * n + k];
  }
  return b;
}

/// A step (mass - dt² K) v' = right, written so that slips are small changes.
struct StepParts {
  Values mass, right, K;
  double dt_squared;
  Values velocity() const {
    const std::size_t n = right.size();
    Values A(n * n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        A[i * n + j] = (i == j ? mass[i] : 0) - dt_squared * K[i * n + j];
    return solved(A, right);
  }
};
inline StepParts step_parts(const StepCase& s) {
  StepParts parts;
  parts.mass.assign(s.mass.begin(), s.mass.end());
  parts.K = s.stiffness(s.position, s.velocity);
  parts.dt_squared = s.time_step * s.time_step;
  parts.right = s.force(s.position, s.velocity);
  for (std::size_t i = 0; i < parts.right.size(); ++i)
    parts.right[i] = s.mass[i] * s.velocity[i] + s.time_step * parts.right[i];
  return parts;
}
inline Values moved(Numbers q, double dt, Numbers v) {
  Values x(q.begin(), q.end());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += dt * v[i];
  return x;
}
inline StepResult step(const StepCase& s) {
  const Values v = step_parts(s).velocity();
  return {moved(s.position, s.time_step, v), v};
}

}  // namespace tensio::testing
