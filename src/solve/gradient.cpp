// The gradient of a scalar of a rest state, by one adjoint solve.
#include "tensio/gradient.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "backend/backend.hpp"
#include "solve/each_spring.hpp"
#include "solve/tension_derivatives.hpp"

namespace tensio {

namespace {

// The adjoint solve must leave no more than this part of its right side.
constexpr double kAdjointResidual = 1e-9;
// A spring whose length differs from its rest length by no more than this part is at its kink.
constexpr double kAtKink = 1e-9;

void refuse_unfit_derivatives(const char* what, const std::vector<double>& values,
                              std::size_t wanted) {
  if (values.empty()) return;
  if (values.size() != wanted)
    throw Error(
        fmt::format("{} has {} numbers; this net needs {}, or none", what, values.size(), wanted));
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      throw Error(fmt::format("{} has {} at place {}; it must be finite", what, values[i], i));
}

std::string listed(const std::vector<int>& ids) {
  std::string text;
  for (const int id : ids) text += fmt::format("{}{}", text.empty() ? "" : ", ", id);
  return text;
}

// Why the state has no gradient; empty where it may have one.
std::string refusal(const NetworkData& net, const Equilibrium& rest) {
  if (!rest.converged())
    return fmt::format("the solve ended as {}: only a rest state has a gradient",
                       to_string(rest.report.status));
  if (rest.report.method == Method::linear)
    return "the state is that of first-order theory (method linear), not a rest state";
  if (!net.yields.empty() || !net.breaks.empty())
    return "springs of this net may yield or break: its rest state depends on its history";
  if (net.faces.act()) return "pressure or wind acts on this net, whose stiffness K leaves out";
  for (std::size_t i = 0; i < rest.contact.size(); ++i)
    if (rest.contact[i] != 0)
      return fmt::format("node {} rests on an obstacle", i / usize(net.dimension));
  if (!rest.report.modes) return {};
  const Modes& modes = *rest.report.modes;
  if (modes.rigid > 0)
    return "the net can move as a rigid body, so its position is not determined: fix more nodes";
  if (modes.neutral())
    return fmt::format("the rest state is neutral: it can move without resistance{}{}",
                       rest.report.moving_nodes.empty() ? "" : ", at nodes ",
                       listed(rest.report.moving_nodes));
  return {};
}

// One adjoint solve at a rest state. Arrays of nodes and springs are in compiled order.
template <int D>
class Adjoint {
 public:
  Adjoint(const NetworkData& net, const Equilibrium& rest, const CostDerivatives& cost)
      : net_(net), x_(compiled_order(net, rest.state.position)) {
    cost_x_.assign(x_.size(), 0.0);
    cost_tension_.assign(usize(net.spring_count), 0.0);
    if (!cost.position.empty()) cost_x_ = compiled_order(net, cost.position);
    if (!cost.tension.empty()) cost_tension_ = to_compiled_order(net.spring_user, cost.tension);
    terms_.resize(usize(net.spring_count));
    for_each_spring<D>(net, x_.data(),
                       [&](Law law, int s, const Vec<D>& vector, double l, const LawValue& value) {
                         add_spring(law, s, vector, l, value);
                       });
  }

  /// Solves K w = dC/dx on the free axes; empty, or why that cannot be done.
  std::string solve(const EquilibriumOptions& options) {
    if (solve_with(options)) return {};
    // An iterative solver ends at a state that is a saddle; a factorisation does not.
    EquilibriumOptions direct = options;
    direct.linear_solver = LinearSolver::ldlt;
    if (options.linear_solver != LinearSolver::ldlt && solve_with(direct)) return {};
    return "the stiffness at this state is singular to rounding: the state is neutral, or nearly "
           "so";
  }

  RestGradient gradient() const {
    RestGradient result;
    std::vector<double> stiffness(terms_.size()), rest_length(terms_.size()),
        pretension(terms_.size());
    for (std::size_t s = 0; s < terms_.size(); ++s) {
      // The forces on the ends are T n and -T n.
      const double by_tension = cost_tension_[s] - dot(terms_[s].n, difference_at(s));
      pretension[s] = by_tension * terms_[s].by.pretension;
      stiffness[s] = by_tension * terms_[s].by.stiffness;
      rest_length[s] = by_tension * terms_[s].by.rest_length;
      if (terms_[s].at_kink) result.at_kink.push_back(net_.spring_user[s]);
    }
    std::sort(result.at_kink.begin(), result.at_kink.end());
    std::vector<double> fixed(x_.size(), 0.0), mass(usize(net_.node_count), 0.0);
    const std::vector<double> product = stiffness_times(w_);
    for (std::size_t axis = 0; axis < x_.size(); ++axis) {
      if (net_.fixed[axis]) fixed[axis] = cost_x_[axis] - product[axis];
      mass[axis / D] += w_[axis] * net_.gravity[axis % D];
    }
    result.stiffness = to_user_order(net_.spring_user, stiffness);
    result.rest_length = to_user_order(net_.spring_user, rest_length);
    result.pretension = to_user_order(net_.spring_user, pretension);
    result.load = user_order(net_, w_);
    result.fixed_position = user_order(net_, fixed);
    result.mass = to_user_order(net_.node_user, mass);
    return result;
  }

 private:
  struct Term {
    Vec<D> n{};
    double tangent = 0, q = 0;
    TensionDerivatives by;
    bool at_kink = false;
  };

  void add_spring(Law law, int s, const Vec<D>& vector, double l, const LawValue& value) {
    Term& term = terms_[usize(s)];
    const double l0 = net_.rest_length[usize(s)];
    if (l > 0)
      for (int i = 0; i < D; ++i) term.n[i] = vector[i] / l;
    term.tangent = value.tangent;
    term.q = value.q;
    term.by = tension_derivatives(net_, law, s, l, value);
    term.at_kink = can_be_slack(law) && std::abs(l - l0) <= kAtKink * l0;
    // The tension depends on the positions of both ends.
    const double pull = cost_tension_[usize(s)] * value.tangent;
    add_at(cost_x_, net_.a[s], -pull, term.n);
    add_at(cost_x_, net_.b[s], pull, term.n);
  }

  static void add_at(std::vector<double>& to, int node, double factor, const Vec<D>& v) {
    for (int i = 0; i < D; ++i) to[usize(node) * D + usize(i)] += factor * v[i];
  }

  // w at end b less w at end a.
  Vec<D> difference_at(std::size_t s) const {
    return difference(load<D>(w_.data(), net_.b[s]), load<D>(w_.data(), net_.a[s]));
  }

  // K v over all axes, as a sum over springs.
  std::vector<double> stiffness_times(const std::vector<double>& v) const {
    std::vector<double> product(v.size(), 0.0);
    for (std::size_t s = 0; s < terms_.size(); ++s) {
      const Term& term = terms_[s];
      const Vec<D> dv = difference(load<D>(v.data(), net_.b[s]), load<D>(v.data(), net_.a[s]));
      const double along = (term.tangent - term.q) * dot(term.n, dv);
      for (const auto& [node, sign] : {std::pair{net_.a[s], -1.0}, std::pair{net_.b[s], 1.0}}) {
        add_at(product, node, sign * term.q, dv);
        add_at(product, node, sign * along, term.n);
      }
    }
    return product;
  }

  bool solve_with(const EquilibriumOptions& options) {
    const std::unique_ptr<Backend> backend = make_backend(net_, options);
    const VectorId x = backend->make_vector(), right = backend->make_vector(),
                   result = backend->make_vector();
    backend->upload(user_order(net_, x_), x);
    backend->expect_solves(x);
    if (backend->factorise(x, {}) == Factor::failed) return false;
    std::vector<double> user(x_.size()), left = free_part(cost_x_);
    w_.assign(x_.size(), 0.0);
    const double whole = largest(left);
    // A second solve, for what the first left, takes out the rounding of the factorisation.
    for (int round = 0; round < 3; ++round) {
      if (!(largest(left) > 1e-15 * whole)) break;
      backend->upload(user_order(net_, left), right);
      if (!backend->solve(right, result, 1e-13)) return false;
      backend->download(result, user);
      const std::vector<double> more = compiled_order(net_, user);
      for (std::size_t axis = 0; axis < w_.size(); ++axis)
        if (!net_.constrained[axis]) w_[axis] += more[axis];
      left = stiffness_times(w_);
      for (std::size_t axis = 0; axis < left.size(); ++axis)
        left[axis] = cost_x_[axis] - left[axis];
      left = free_part(left);
    }
    return largest(left) <= kAdjointResidual * whole;
  }

  std::vector<double> free_part(std::vector<double> v) const {
    for (std::size_t axis = 0; axis < v.size(); ++axis)
      if (net_.constrained[axis]) v[axis] = 0;
    return v;
  }

  static double largest(const std::vector<double>& v) {
    double most = 0;
    for (const double each : v) most = std::isfinite(each) ? std::max(most, std::abs(each)) : each;
    return most;
  }

  const NetworkData& net_;
  std::vector<double> x_, cost_x_, cost_tension_, w_;
  std::vector<Term> terms_;
};

template <int D>
RestGradient gradient_of(const NetworkData& net, const Equilibrium& rest,
                         const CostDerivatives& cost, const EquilibriumOptions& options) {
  Adjoint<D> adjoint(net, rest, cost);
  RestGradient result;
  result.problem = adjoint.solve(options);
  return result.found() ? adjoint.gradient() : result;
}

}  // namespace

RestGradient rest_gradient(const Network& network, const Equilibrium& rest,
                           const CostDerivatives& cost, const EquilibriumOptions& options) {
  const NetworkData& net = network.data();
  const std::size_t axes = usize(net.node_count) * usize(net.dimension);
  refuse_unfit_derivatives("the derivative by position", cost.position, axes);
  refuse_unfit_derivatives("the derivative by tension", cost.tension, usize(net.spring_count));
  if (rest.state.position.size() != axes)
    throw Error(fmt::format("the rest state has {} coordinates; this net has {}",
                            rest.state.position.size(), axes));
  RestGradient refused;
  refused.problem = refusal(net, rest);
  if (!refused.found()) return refused;
  return net.dimension == 2 ? gradient_of<2>(net, rest, cost, options)
                            : gradient_of<3>(net, rest, cost, options);
}

RestGradient rest_gradient(const System& system, const Equilibrium& rest,
                           const CostDerivatives& cost) {
  return rest_gradient(compile(system), rest, cost, system.equilibrium);
}

}  // namespace tensio
