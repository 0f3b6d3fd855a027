// Small motions y'' = -A y - B y' (linear_net.hpp). A step multiplies (y, y') by a matrix, none of
// whose eigenvalues may be larger than 1. With a = h² A and b = h B:
//
//   symplectic_euler  (s - 1)² + s a + (s - 1) b is singular; as A and B are symmetric, |s| <= 1
//                     for all such s exactly while 4 - 2 b - a is positive semidefinite
//   velocity_verlet   s (s - 1)² + s² a + (3 s² - 4 s + 1)/2 b is singular; likewise, exactly while
//                     4 - 4 b - a is positive semidefinite
//   explicit_euler    |1 + h m| <= 1 for the eigenvalues m of J = [0 1; -A -B]
//   rk4               |1 + z + z²/2 + z³/6 + z⁴/24| <= 1 for z = h m
//
// The first two need symmetric eigenvalues only, at any size. The others are exact where J fits a
// full matrix; beyond, rk4 takes the outermost eigenvalues that Arnoldi's method finds, and
// explicit_euler the extremes of A where B = t A + d, else the sufficient h A <= B, 2 b - a <= 4.
#include "solve/motion/stable_step.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>
#include <utility>

#include "core/index.hpp"
#include "core/random.hpp"
#include "model/integrator_traits.hpp"
#include "solve/dense.hpp"
#include "solve/motion/lanczos.hpp"

namespace tensio {

namespace {

using Kind = StableStep::Kind;
using Complex = std::complex<double>;

constexpr double kSearchRatio = 1.02;    // accuracy of a step that is searched for
constexpr double kLimitRounding = 1e-9;  // relative distance from an exact limit
constexpr int kArnoldi = 40;             // vectors of Arnoldi's method
constexpr double kFoundPart = 0.96;      // of the outermost eigenvalue, which it finds at least
constexpr double kMostNumbers = 4e7;     // that its vectors may have
constexpr double kRk4Imaginary = 2.8284271247461903;  // 2 sqrt(2): undamped

// Largest eigenvalues of A and B: bounds at most 4 % above, and values not above.
struct Extremes {
  Largest a, b;
};

Largest largest_of(const LinearNet& net, double a, double b) {
  return largest_eigenvalue(
      net.axes(), net.free_axes(),
      [&](const std::vector<double>& y, std::vector<double>& out) { net.product(a, b, y, out); });
}

// Without stiffness every eigenvalue of A may be negative.
Largest positive(Largest most) { return {std::max(0.0, most.found), std::max(0.0, most.at_most)}; }

/// The longest step with load(h) <= 1, to 2 %, between a good and a bad one. The load grows with
/// the step, at most as its square.
template <class Load>
double longest(double good, double bad, Load&& load) {
  while (bad > kSearchRatio * good) {
    const double guess = kSearchRatio * good, found = load(guess);
    (found <= 1 ? good : bad) = found <= 1 ? guess / std::sqrt(std::max(found, 0.25)) : guess;
  }
  return std::min(good, bad);
}

// The factor of b in the limits h² a + factor h b <= 4 of these two.
double damping_factor(Integrator integrator) {
  return integrator == Integrator::velocity_verlet ? 4 : 2;
}

// A stable step where only bounds of the eigenvalues are known.
double damped_bound(double a, double b, double factor) {
  const double half = factor * b / 2;
  return 4 / (half + std::sqrt(half * half + 4 * a));
}

double damped_limit(const LinearNet& net, const Extremes& most, double factor) {
  const double good = damped_bound(most.a.at_most, most.b.at_most, factor);
  const double bad = std::min(2 / std::sqrt(most.a.found), 4 / (factor * most.b.found));
  return longest(good, bad,
                 [&](double h) { return largest_of(net, h * h, factor * h).at_most / 4; });
}

// ---- the eigenvalues of J ----

std::vector<Complex> all_values(const LinearNet& net) {
  const auto n = static_cast<Eigen::Index>(net.free_axes().size());
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(2 * n, 2 * n);
  J.topRightCorner(n, n).setIdentity();
  std::vector<double> y(net.axes()), out;
  for (Eigen::Index column = 0; column < n; ++column) {
    const auto axis = usize(net.free_axes()[column]);
    y[axis] = 1;
    for (const bool damping : {false, true}) {
      net.product(damping ? 0 : -1, damping ? -1 : 0, y, out);
      for (Eigen::Index row = 0; row < n; ++row)
        J(n + row, (damping ? n : 0) + column) = out[net.free_axes()[row]];
    }
    y[axis] = 0;
  }
  return eigenvalues_of(J);
}

// Eigenvalues of J, with time scaled so that the largest is about 1.
std::vector<Complex> outer_values(const LinearNet& net, double scale) {
  const auto n = static_cast<Eigen::Index>(net.axes());
  std::vector<double> y(net.axes()), velocity(net.axes()), stiff, damped;
  Eigen::VectorXd q = Eigen::VectorXd::Zero(2 * n);
  Random random(1);
  for (int axis : net.free_axes()) {
    q[axis] = random.uniform(-1, 1);
    q[n + axis] = random.uniform(-1, 1);
  }
  std::vector<Eigen::VectorXd> basis{q.normalized()};
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(kArnoldi + 1, kArnoldi);
  Eigen::Index size = 0;
  while (size < kArnoldi) {
    const Eigen::VectorXd& last = basis.back();
    std::copy(last.data(), last.data() + n, y.begin());
    std::copy(last.data() + n, last.data() + 2 * n, velocity.begin());
    net.product(-1 / (scale * scale), 0, y, stiff);
    net.product(0, -1 / scale, velocity, damped);
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto axis = usize(i);
      q[i] = velocity[axis];
      q[n + i] = stiff[axis] + damped[axis];
    }
    for (Eigen::Index i = 0; i <= size; ++i) {
      H(i, size) = basis[i].dot(q);
      q -= H(i, size) * basis[i];
    }
    const double rest = q.norm();
    H(size + 1, size) = rest;
    ++size;
    if (rest < 1e-12) break;
    basis.push_back(q / rest);
  }
  std::vector<Complex> values = eigenvalues_of(H.topLeftCorner(size, size));
  for (Complex& value : values) value *= scale / kFoundPart;
  return values;
}

// The longest step for which |R(h m)| <= 1; R's region has one border in every direction to the
// left, between 2.6 and 3.
double rk4_limit(Complex m) {
  const double size = std::abs(m);
  double low = 2.6, high = 3;
  for (int i = 0; i < 50; ++i) {
    const double middle = 0.5 * (low + high);
    const Complex z = m / size * middle;
    const Complex growth = 1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0)));
    (std::norm(growth) <= 1 ? low : high) = middle;
  }
  return low / size;
}

double euler_limit_of(Complex m) { return -2 * m.real() / std::norm(m); }

/// The least limit over the eigenvalues of motions that are physically stable.
template <class Limit>
double least(const std::vector<Complex>& values, double scale, Limit&& limit) {
  double step = std::numeric_limits<double>::infinity();
  for (const Complex& m : values) {
    const bool still = std::abs(m) <= kStill * scale, grows = m.real() > 1e-9 * scale;
    if (!still && !grows) step = std::min(step, limit(Complex(std::min(m.real(), 0.0), m.imag())));
  }
  return step;
}

StableStep rk4_step(const LinearNet& net, const Extremes& most, std::size_t most_dense) {
  const double root = std::sqrt(most.a.at_most);
  const double scale = std::max(root, most.b.at_most);
  const auto n = static_cast<double>(net.axes());
  if (net.free_axes().size() <= most_dense)
    return {Kind::limit, least(all_values(net), scale, rk4_limit)};
  if (2 * n * kArnoldi <= kMostNumbers)
    return {Kind::limit, least(outer_values(net, scale), scale, rk4_limit)};
  // Two boxes of (a, b) that lie in R's region.
  const double light = std::min(kRk4Imaginary / root, 1.72 / most.b.at_most);
  const double heavy = std::min(2.61 / root, 2.78 / most.b.at_most);
  return {Kind::bound, std::max(light, heavy)};
}

// ---- explicit Euler ----

// The limit for one vibration of y'' = -a y - b y'.
double euler_limit(double a, double b) {
  const double under_root = b * b - 4 * a;
  return under_root < 0 ? b / a : 4 / (b + std::sqrt(under_root));
}

// If B = t A + d the limit of a vibration rises with its a up to the first with complex
// eigenvalues, and falls from there on: the fastest and, with drag, the slowest decide.
StableStep even_euler_step(const LinearNet& net, const LinearNet::EvenDamping& damping,
                           const Extremes& most) {
  const auto limit = [&](double a) {
    const double b = damping.per_a * a + damping.drag;
    return b > 0 ? euler_limit(a, b) : std::numeric_limits<double>::infinity();
  };
  // Near critical damping the limit is steep, and the eigenvalues are computed more accurately.
  double certain = 0, possible = 0;
  for (int steps : {kLanczosSteps, 4 * kLanczosSteps}) {
    const auto largest = [&](double sign) {
      const auto product = [&](const std::vector<double>& y, std::vector<double>& out) {
        net.product(sign, 0, y, out);
      };
      return largest_eigenvalue(net.axes(), net.free_axes(), product, steps);
    };
    const Largest fastest = steps == kLanczosSteps ? most.a : positive(largest(1));
    certain = limit(fastest.at_most);
    possible = limit(fastest.found);
    if (damping.drag > 0) {
      const Largest slowest = largest(-1);
      certain = std::min(certain, limit(-slowest.at_most));
      possible = std::min(possible, limit(-slowest.found));
    }
    if (certain >= 0.9 * possible) return {Kind::limit, certain};
  }
  return {Kind::bound, certain};
}

// h A <= B and 2 b - a <= 4 are enough.
StableStep bounded_euler_step(const LinearNet& net, const Extremes& most, double shortest) {
  const auto is_usable = [&](double h) {
    return largest_of(net, h, -1).found <= 1e-10 * (h * most.a.at_most + most.b.at_most);
  };
  double step = 2 / most.b.at_most;
  while (step > shortest && !is_usable(step)) step /= 2;
  if (step <= shortest) return {Kind::unknown, {}};
  if (step < 2 / most.b.at_most)
    for (double part : {1.5, 1.25})
      if (is_usable(part * step)) {
        step *= part;
        break;
      }
  return {Kind::bound, step};
}

StableStep explicit_euler_step(const LinearNet& net, const Extremes& most, std::size_t most_dense) {
  if (!net.damped()) return {Kind::none_stable, {}};
  const double scale = std::max(std::sqrt(most.a.at_most), most.b.at_most);
  const double shortest = 1e-9 / scale;  // below it growth cannot be distinguished from rounding
  if (net.free_axes().size() <= most_dense) {
    const std::vector<Complex> values = all_values(net);
    const double step = least(values, scale, euler_limit_of);
    if (step > shortest) return {Kind::limit, step};
    double undamped = 0;
    (void)least(values, scale, [&](Complex m) {
      if (euler_limit_of(m) <= shortest) undamped = std::max(undamped, std::abs(m));
      return 0.0;
    });
    return {Kind::none_stable, {}, undamped};
  }
  if (const auto even = net.even_damping()) return even_euler_step(net, *even, most);
  return bounded_euler_step(net, most, shortest);
}

}  // namespace

StableStep stable_time_step(Backend& backend, const DynamicNetwork& net, VectorId x,
                            Integrator integrator, const StableSearch& how) {
  if (is_implicit(integrator) || traits_of(integrator).own_step) return {};
  std::vector<double> position(net.data.constrained.size());
  {
    std::vector<int> axes(position.size());
    std::iota(axes.begin(), axes.end(), 0);
    backend.get_entries(axes, x, position);
  }
  const LinearNet linear(net.data, position, how.shape, how.threads);
  if (!linear.finite()) return {Kind::unknown, {}};
  const Extremes most{positive(largest_of(linear, 1, 0)),
                      linear.damped() ? largest_of(linear, 0, 1) : Largest{}};
  const bool stiff = most.a.at_most > 0, damped = most.b.at_most > 0;
  if (!stiff && !damped) return {};

  StableStep result{Kind::limit, {}};
  switch (integrator) {
    case Integrator::explicit_euler:
      result = explicit_euler_step(linear, most, how.most_dense);
      break;
    case Integrator::rk4:
      if (damped)
        result = rk4_step(linear, most, how.most_dense);
      else
        result.step = kRk4Imaginary / std::sqrt(most.a.at_most);
      break;
    case Integrator::velocity_verlet:
    case Integrator::symplectic_euler:
      result.step = damped ? damped_limit(linear, most, damping_factor(integrator))
                           : 2 / std::sqrt(most.a.at_most);
      break;
    default: return {Kind::unknown, {}};
  }
  if (result.step && !std::isfinite(*result.step)) return {};
  if (result.step) *result.step *= 1 - kLimitRounding;
  return result;
}

bool is_certainly_stable(const NetworkData& net, std::span<const double> x, Integrator integrator,
                         double time_step) {
  if (integrator != Integrator::velocity_verlet && integrator != Integrator::symplectic_euler)
    return false;
  const LinearNet linear(net, x, Shape::current);
  if (!linear.finite()) return false;
  // The search takes the largest eigenvalues for larger by up to this part of their range.
  constexpr double kSearched = 0.042;
  const LinearNet::Bounds bounds = linear.bounds();
  const double a = bounds.a + kSearched * (bounds.a + bounds.below);
  const double b = bounds.b + kSearched * bounds.b;
  return time_step <= (1 - kLimitRounding) * damped_bound(a, b, damping_factor(integrator));
}

}  // namespace tensio
