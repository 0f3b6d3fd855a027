// Energies, forces and matrices by themselves, for programs that do not need a solve.
#include "tensio/solve/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "backend/backend.hpp"
#include "core/index.hpp"
#include "network/network_data.hpp"
#include "physics/node.hpp"
#include "physics/spring.hpp"
#include "solve/each_spring.hpp"
#include "solve/results.hpp"

namespace tensio {

namespace {

void refuse_wrong_size(const char* what, std::size_t given, std::size_t wanted) {
  if (given != wanted)
    throw Error(fmt::format("{} has {} numbers; this net needs {}", what, given, wanted));
}

// Calls f.operator()<D>() for 2 or 3 axes.
template <class F>
decltype(auto) with_dimension(std::size_t dimension, F&& f) {
  if (dimension == 2) return f.template operator()<2>();
  if (dimension == 3) return f.template operator()<3>();
  throw Error(fmt::format("a point has {} coordinates; it must have 2 or 3", dimension));
}

template <int D>
Vec<D> vec(std::span<const double> values) {
  refuse_wrong_size("a vector", values.size(), D);
  return load<D>(values.data(), 0);
}

std::unique_ptr<Backend> plain_backend(const NetworkData& net) {
  EquilibriumOptions options;
  options.threads = 1;
  options.linear_solver = LinearSolver::ldlt;
  return make_backend(net, options);
}

// The values of a custom spring's function.
CustomValue custom_value(const Spring& spring, double l) {
  if (!spring.custom) throw Error("this spring has the law custom, but no function");
  CustomValue value{};
  spring.custom({.length = {&l, 1},
                 .stiffness = {&spring.stiffness, 1},
                 .rest_length = {&spring.rest_length, 1},
                 .energy = {&value.energy, 1},
                 .tension = {&value.tension, 1},
                 .tangent = {&value.tangent, 1}});
  return value;
}

Curve curve_of(const Spring& spring) {
  if (spring.law == Law::polynomial && spring.coefficients.empty())
    throw Error("this spring has the law polynomial, but no coefficients");
  if (spring.law == Law::table && spring.points.size() < 2)
    throw Error("this spring has the law table, but fewer than two points");
  Curve curve = spring.law == Law::polynomial ? polynomial_curve(spring.coefficients)
                                              : table_curve(spring.points);
  curve.of_strain = spring.of_strain;
  return curve;
}

// Calls f.operator()<law>(more) with the data that the law needs beyond k and l0 at length l.
template <class F>
decltype(auto) with_spring(const Spring& spring, double l, F&& f) {
  return with_law(spring.law, [&]<Law law>() {
    if constexpr (law == Law::table) {
      const Curve curve = curve_of(spring);
      return f.template operator()<law>(curve.view());
    } else if constexpr (law == Law::custom) {
      return f.template operator()<law>(custom_value(spring, l));
    } else {
      return f.template operator()<law>(NoMore{});
    }
  });
}

template <int D>
double length_between(std::span<const double> a, std::span<const double> b) {
  return length(spring_vector(vec<D>(a), vec<D>(b), NoOffset{}));
}

// The axes of the net in the user's order that are not fixed.
std::vector<int> free_axes(const NetworkData& net) {
  std::vector<int> axes;
  for (std::size_t axis = 0; axis < net.fixed.size(); ++axis)
    if (!net.fixed[compiled_axis(net, axis)]) axes.push_back(static_cast<int>(axis));
  return axes;
}

}  // namespace

std::vector<double> multiply(const CompressedRows& matrix, std::span<const double> x) {
  refuse_wrong_size("the vector", x.size(), usize(matrix.columns));
  std::vector<double> y(usize(matrix.rows), 0.0);
  for (std::size_t row = 0; row < usize(matrix.rows); ++row)
    for (int e = matrix.row_start[row]; e < matrix.row_start[row + 1]; ++e)
      y[row] += matrix.value[e] * x[matrix.column[e]];
  return y;
}

double kinetic_energy(double mass, std::span<const double> velocity) {
  return with_dimension(velocity.size(),
                        [&]<int D>() { return node_kinetic_energy(mass, vec<D>(velocity)); });
}

double gravity_energy(double mass, std::span<const double> gravity,
                      std::span<const double> position) {
  return with_dimension(position.size(), [&]<int D>() {
    return node_gravity_energy(mass, vec<D>(gravity), vec<D>(position));
  });
}

std::vector<double> gravity_gradient(double mass, std::span<const double> gravity) {
  return with_dimension(gravity.size(), [&]<int D>() {
    const Vec<D> gradient = node_gravity_gradient(mass, vec<D>(gravity));
    return std::vector<double>(gradient.v, gradient.v + D);
  });
}

double spring_energy(const Spring& spring, std::span<const double> a, std::span<const double> b) {
  return with_dimension(a.size(), [&]<int D>() {
    return with_spring(spring, length_between<D>(a, b), [&]<Law law>(const auto& more) {
      return spring_energy<law>(vec<D>(a), vec<D>(b), spring.stiffness, spring.rest_length,
                                NoOffset{}, more);
    });
  });
}

std::vector<double> spring_gradient(const Spring& spring, std::span<const double> a,
                                    std::span<const double> b) {
  return with_dimension(a.size(), [&]<int D>() {
    const auto force_of = [&]<Law law>(const auto& more) {
      return spring_force<law>(vec<D>(a), vec<D>(b), spring.stiffness, spring.rest_length,
                               NoOffset{}, more);
    };
    const Vec<D> force = with_spring(spring, length_between<D>(a, b), force_of);
    std::vector<double> gradient(2 * D);
    for (int i = 0; i < D; ++i) {
      gradient[i] = -force[i];
      gradient[D + i] = force[i];
    }
    return gradient;
  });
}

std::vector<double> spring_hessian(const Spring& spring, std::span<const double> a,
                                   std::span<const double> b, bool projected) {
  return with_dimension(a.size(), [&]<int D>() {
    const auto block_of = [&]<Law law>(const auto& more) {
      return spring_block<law>(vec<D>(a), vec<D>(b), spring.stiffness, spring.rest_length,
                               NoOffset{}, projected, more);
    };
    const Block<D> block = with_spring(spring, length_between<D>(a, b), block_of);
    std::vector<double> hessian(4 * D * D);
    spring_hessian(block, hessian.data());
    return hessian;
  });
}

double spring_tension(const Spring& spring, double length) {
  return with_spring(spring, length, [&]<Law law>(const auto& more) {
    return evaluate<law>(length, spring.stiffness, spring.rest_length, more).tension;
  });
}

SpringStates spring_states(const Network& network, std::span<const double> position) {
  const NetworkData& net = network.data();
  refuse_wrong_size("position", position.size(), net.constrained.size());
  SpringStates result;
  for (auto* column : {&result.length, &result.tension, &result.strain, &result.energy,
                       &result.tangent, &result.stiffness, &result.rest_length})
    column->resize(usize(net.spring_count));
  const std::vector<double> x = compiled_order(net, position);
  with_dimension(usize(net.dimension), [&]<int D>() {
    for_each_spring<D>(net, x.data(),
                       [&](Law law, int s, const Vec<D>&, double l, const LawValue& value) {
                         const std::size_t user = usize(net.spring_user[s]);
                         const double l0 = net.rest_length[s];
                         result.length[user] = l;
                         result.tension[user] = value.tension;
                         result.strain[user] = strain(law, l, l0);
                         result.energy[user] = value.energy;
                         result.tangent[user] = value.tangent;
                         result.stiffness[user] = net.stiffness[s];
                         result.rest_length[user] = l0;
                         if (is_slack(law, l, l0) && !net.is_broken(usize(s)))
                           result.slack.push_back(net.spring_user[s]);
                       });
  });
  std::sort(result.slack.begin(), result.slack.end());
  return result;
}

std::vector<double> utilisation(const Network& network, std::span<const double> tension) {
  refuse_wrong_size("tension", tension.size(), usize(network.spring_count()));
  Equilibrium result;
  result.tension.assign(tension.begin(), tension.end());
  fill_utilisation(network.data(), result);
  return std::move(result.utilisation);
}

Energies energies(const Network& network, std::span<const double> position,
                  std::span<const double> velocity) {
  const NetworkData& net = network.data();
  refuse_wrong_size("position", position.size(), net.constrained.size());
  if (!velocity.empty()) refuse_wrong_size("velocity", velocity.size(), net.constrained.size());
  const std::unique_ptr<Backend> backend = plain_backend(net);
  const VectorId x = backend->make_vector();
  backend->upload(position, x);
  Energies result;
  result.elastic = backend->elastic_energy(x);
  with_dimension(usize(net.dimension), [&]<int D>() {
    Vec<D> gravity;
    for (int i = 0; i < D; ++i) gravity[i] = net.gravity[i];
    for (int node = 0; node < net.node_count; ++node) {
      const std::size_t rank = usize(net.node_rank[node]);
      const Vec<D> at = load<D>(position.data(), node);
      result.gravity += node_gravity_energy(net.mass[rank], gravity, at);
      result.load -= dot(load<D>(net.load.data(), static_cast<int>(rank)), at);
      if (!velocity.empty())
        result.kinetic += node_kinetic_energy(net.mass[rank], load<D>(velocity.data(), node));
    }
  });
  result.total = result.kinetic + result.elastic + result.gravity + result.load;
  return result;
}

std::vector<double> forces(const Network& network, std::span<const double> position) {
  const NetworkData& net = network.data();
  refuse_wrong_size("position", position.size(), net.constrained.size());
  const std::unique_ptr<Backend> backend = plain_backend(net);
  const VectorId x = backend->make_vector(), f = backend->make_vector();
  backend->upload(position, x);
  backend->forces(x, f, false);
  std::vector<double> result(position.size());
  backend->download(f, result);
  return result;
}

CompressedRows stiffness_matrix(const Network& network, std::span<const double> position) {
  const NetworkData& net = network.data();
  refuse_wrong_size("position", position.size(), net.constrained.size());
  const std::unique_ptr<Backend> backend = plain_backend(net);
  const VectorId x = backend->make_vector();
  backend->upload(position, x);
  const std::span<const double> K = backend->stiffness(x, false);
  const std::size_t d = usize(net.dimension);
  CompressedRows matrix;
  matrix.rows = matrix.columns = static_cast<int>(net.constrained.size());
  matrix.row_start.push_back(0);
  std::vector<std::pair<int, int>> row;  // (user's node, block)
  for (std::size_t user = 0; user < usize(net.node_count); ++user) {
    const std::size_t rank = usize(net.node_rank[user]);
    row.clear();
    for (int slot = net.row_start[rank]; slot < net.row_start[rank + 1]; ++slot)
      row.emplace_back(net.node_user[net.column[slot]], slot);
    std::sort(row.begin(), row.end());
    for (std::size_t i = 0; i < d; ++i) {
      for (const auto& [node, slot] : row)
        for (std::size_t j = 0; j < d; ++j) {
          matrix.column.push_back(static_cast<int>(usize(node) * d + j));
          matrix.value.push_back(K[(usize(slot) * d + i) * d + j]);
        }
      matrix.row_start.push_back(static_cast<int>(matrix.column.size()));
    }
  }
  return matrix;
}

CompressedRows mass_matrix(const Network& network) {
  const NetworkData& net = network.data();
  CompressedRows matrix;
  matrix.rows = matrix.columns = static_cast<int>(net.constrained.size());
  matrix.row_start.push_back(0);
  for (int axis = 0; axis < matrix.rows; ++axis) {
    matrix.column.push_back(axis);
    matrix.value.push_back(net.mass[net.node_rank[axis / net.dimension]]);
    matrix.row_start.push_back(axis + 1);
  }
  return matrix;
}

Selection free_selection(const Network& network) {
  const NetworkData& net = network.data();
  Selection selection;
  const std::vector<int> axes = free_axes(net);
  selection.P.rows = static_cast<int>(axes.size());
  selection.P.columns = static_cast<int>(net.constrained.size());
  selection.P.column = axes;
  selection.P.value.assign(axes.size(), 1.0);
  for (int row = 0; row <= selection.P.rows; ++row) selection.P.row_start.push_back(row);
  selection.b.assign(net.constrained.size(), 0.0);
  for (std::size_t i = 0; i < net.fixed.size(); ++i)
    if (net.fixed[i]) selection.b[user_axis(net, i)] = net.beginning()[i];
  return selection;
}

CompressedRows eliminate_fixed(const CompressedRows& matrix, const Network& network) {
  const std::vector<int> axes = free_axes(network.data());
  refuse_wrong_size("a row of the matrix", usize(matrix.columns),
                    network.data().constrained.size());
  std::vector<int> index(usize(matrix.columns), -1);
  for (std::size_t i = 0; i < axes.size(); ++i) index[axes[i]] = static_cast<int>(i);
  CompressedRows result;
  result.rows = result.columns = static_cast<int>(axes.size());
  result.row_start.push_back(0);
  for (int axis : axes) {
    for (int e = matrix.row_start[axis]; e < matrix.row_start[usize(axis) + 1]; ++e)
      if (const int column = index[matrix.column[e]]; column >= 0) {
        result.column.push_back(column);
        result.value.push_back(matrix.value[e]);
      }
    result.row_start.push_back(static_cast<int>(result.column.size()));
  }
  return result;
}

CompressedRows identity_on_fixed(const CompressedRows& matrix, const Network& network,
                                 double scale) {
  refuse_wrong_size("a row of the matrix", usize(matrix.columns),
                    network.data().constrained.size());
  std::vector<char> free(usize(matrix.columns), 0);
  for (int axis : free_axes(network.data())) free[axis] = 1;
  CompressedRows result = matrix;
  for (int row = 0; row < result.rows; ++row)
    for (int e = result.row_start[row]; e < result.row_start[usize(row) + 1]; ++e) {
      const int column = result.column[e];
      if (!free[row] || !free[column]) result.value[e] = row == column ? scale : 0.0;
    }
  return result;
}

std::vector<int> lowest_nodes(const System& system, int axis, double tolerance) {
  if (axis < 0 || axis >= system.dimension)
    throw Error(fmt::format("there is no axis {} in {} dimensions", axis, system.dimension));
  const auto coordinate = [&](int node) {
    return system.nodes.position[usize(node) * usize(system.dimension) + usize(axis)];
  };
  std::vector<int> nodes;
  if (system.node_count() == 0) return nodes;
  double lowest = coordinate(0);
  for (int node = 1; node < system.node_count(); ++node)
    lowest = std::min(lowest, coordinate(node));
  for (int node = 0; node < system.node_count(); ++node)
    if (coordinate(node) - lowest <= tolerance) nodes.push_back(node);
  return nodes;
}

}  // namespace tensio
