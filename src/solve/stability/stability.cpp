// Zero modes (soft_modes.hpp) by kind. The rigid motions of each part are known beforehand: those
// that its fixed axes allow and that nothing resists. Each is tested by its stiffness.
#include "solve/stability/stability.hpp"

#include <algorithm>
#include <cmath>

#include "backend/loops.hpp"
#include "core/index.hpp"
#include "core/random.hpp"
#include "core/union_find.hpp"
#include "solve/dense.hpp"
#include "solve/stability/soft_modes.hpp"

namespace tensio {

namespace {

// Parts joined by springs; `active_only`: by springs that are not slack.
std::vector<Part> parts_of(const NetworkData& net, const std::vector<double>& x, bool active_only) {
  UnionFind joined(net.node_count);
  for (const LawRange& range : net.laws)
    for (int s = range.begin; s < range.end; ++s) {
      const int a = net.a[s], b = net.b[s];
      double squared = 0;
      for (int axis = 0; axis < net.dimension; ++axis) {
        const double along =
            x[usize(b * net.dimension + axis)] - x[usize(a * net.dimension + axis)];
        squared += along * along;
      }
      const bool carries =
          net.stiffness[s] != 0.0 && !is_slack(range.law, std::sqrt(squared), net.rest_length[s]);
      if (carries || (!active_only && !net.is_broken(usize(s)))) joined.join(a, b);
    }
  std::vector<int> index(usize(net.node_count), -1);
  std::vector<Part> parts;
  for (int node = 0; node < net.node_count; ++node) {
    int& part = index[joined.find(node)];
    if (part < 0) {
      part = static_cast<int>(parts.size());
      parts.emplace_back();
    }
    parts[part].nodes.push_back(node);
  }
  return parts;
}

// Translations and rotations of a part about its middle, one column each.
Eigen::MatrixXd rigid_motions(const NetworkData& net, const std::vector<double>& x,
                              const Part& part) {
  const int d = net.dimension, turns = d == 2 ? 1 : 3;
  const auto count = static_cast<Eigen::Index>(part.nodes.size());
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (int node : part.nodes)
    for (int axis = 0; axis < d; ++axis) middle[axis] += x[usize(node * d + axis)];
  middle /= static_cast<double>(count);
  Eigen::MatrixXd motions = Eigen::MatrixXd::Zero(count * d, d + turns);
  for (Eigen::Index i = 0; i < count; ++i) {
    Eigen::Vector3d arm = Eigen::Vector3d::Zero();
    for (int axis = 0; axis < d; ++axis)
      arm[axis] = x[usize(part.nodes[static_cast<int>(i)] * d + axis)] - middle[axis];
    for (int axis = 0; axis < d; ++axis) motions(i * d + axis, axis) = 1;
    for (int turn = 0; turn < turns; ++turn) {
      // The unit vector about which it turns, times the arm.
      const int about = d == 2 ? 2 : turn, next = (about + 1) % 3, last = (about + 2) % 3;
      Eigen::Vector3d moved = Eigen::Vector3d::Zero();
      moved[next] = -arm[last];
      moved[last] = arm[next];
      for (int axis = 0; axis < d; ++axis) motions(i * d + axis, d + turn) = moved[axis];
    }
  }
  for (Eigen::Index column = 0; column < motions.cols(); ++column)
    if (const double norm = motions.col(column).norm(); norm > 0) motions.col(column) /= norm;
  return motions;
}

// The columns of `basis` combined so that they are orthonormal; dependent ones are dropped.
Eigen::MatrixXd orthonormal(const Eigen::MatrixXd& basis) {
  const SymmetricEigen gram = symmetric_eigen(transposed_product(basis, basis));
  Eigen::MatrixXd result(basis.rows(), 0);
  for (Eigen::Index i = 0; i < basis.cols(); ++i) {
    if (gram.values[i] < 1e-12) continue;
    result.conservativeResize(Eigen::NoChange, result.cols() + 1);
    result.rightCols(1) = product(basis, gram.vectors.col(i)) / std::sqrt(gram.values[i]);
  }
  return result;
}

// Finds the rigid motions of the part that its fixed axes allow and nothing resists. `row` is -1
// for all nodes, before and after.
void find_rigid(const StiffnessForm& form, const std::vector<double>& x, std::vector<int>& row,
                Part& part) {
  const NetworkData& net = form.net();
  const int d = net.dimension;
  const Eigen::MatrixXd all = rigid_motions(net, x, part);
  // Translations stay as they are, so that they lengthen and turn nothing, exactly. The stiffness
  // of rotations is a sum of terms that cancel: combined with one, a translation would seem stiff.
  const Eigen::MatrixXd rotations = orthonormal(all.rightCols(all.cols() - d));
  Eigen::MatrixXd motions(all.rows(), d + rotations.cols());
  motions << all.leftCols(d), rotations;
  // Combinations that vanish on fixed axes.
  Eigen::MatrixXd constrained = motions;
  for (std::size_t i = 0; i < part.nodes.size(); ++i)
    for (int axis = 0; axis < d; ++axis)
      if (!net.constrained[usize(part.nodes[i] * d + axis)])
        constrained.row(static_cast<Eigen::Index>(i) * d + axis).setZero();
  const SymmetricEigen against = symmetric_eigen(transposed_product(constrained, constrained));
  const Eigen::Index allowed = (against.values.array() < 1e-12).count();
  motions = product(motions, against.vectors.leftCols(allowed));
  if (allowed == 0) return;
  // Of these, the ones without stiffness. A motion of negative stiffness, as of an inverted
  // pendulum, is not one of them.
  for (std::size_t i = 0; i < part.nodes.size(); ++i) row[part.nodes[i]] = static_cast<int>(i);
  const SomeNodes own{part.nodes, row};
  const SymmetricEigen stiffness = symmetric_eigen(form.gram(motions, own));
  motions = product(motions, stiffness.vectors);
  std::vector<Eigen::Index> free;
  for (Eigen::Index i = 0; i < allowed; ++i)
    if (std::abs(stiffness.values[i]) <= form.rounding(motions.col(i), own)) free.push_back(i);
  for (int node : part.nodes) row[node] = -1;
  part.rigid = static_cast<int>(free.size());
  part.modes = motions(Eigen::all, free);
}

int count_rigid(const StiffnessForm& form, const std::vector<double>& x, std::vector<Part>& parts) {
  std::vector<int> row(usize(form.net().node_count), -1);
  int count = 0;
  for (Part& part : parts) {
    find_rigid(form, x, row, part);
    count += part.rigid;
  }
  return count;
}

// Removes the rigid motions from v, both in compiled order.
void remove_rigid(const NetworkData& net, const std::vector<Part>& parts, std::vector<double>& v) {
  const int d = net.dimension;
  for (const Part& part : parts) {
    if (part.rigid == 0) continue;
    Eigen::VectorXd own(part.modes.rows());
    for (Eigen::Index i = 0; i < own.size(); ++i)
      own[i] = v[usize(part.nodes[usize(static_cast<int>(i)) / usize(d)] * d) +
                 usize(static_cast<int>(i)) % usize(d)];
    own -= projection(part.modes, own);
    for (Eigen::Index i = 0; i < own.size(); ++i)
      v[usize(part.nodes[usize(static_cast<int>(i)) / usize(d)] * d) +
        usize(static_cast<int>(i)) % usize(d)] = own[i];
  }
}

// From the nodes' motions in compiled order: those that move most, in the user's order.
std::vector<int> most_moved(const NetworkData& net, const Eigen::VectorXd& squared) {
  constexpr std::size_t kNamed = 5;
  std::vector<std::pair<double, int>> motion;  // (-size, user's node)
  for (std::size_t i = 0; i < usize(net.node_count); ++i)
    motion.emplace_back(-std::sqrt(squared[static_cast<Eigen::Index>(i)]), net.node_user[i]);
  std::sort(motion.begin(), motion.end());
  std::vector<int> named;
  for (std::size_t i = 0; i < std::min(kNamed, motion.size()); ++i)
    if (-motion[i].first > 1e-3 * -motion[0].first) named.push_back(motion[i].second);
  std::sort(named.begin(), named.end());
  return named;
}

Eigen::VectorXd squares_by_node(const NetworkData& net, const Eigen::MatrixXd& modes) {
  Eigen::VectorXd squared(net.node_count);
  for (int node = 0; node < net.node_count; ++node)
    squared[node] =
        modes.middleRows(Eigen::Index{node} * net.dimension, net.dimension).squaredNorm();
  return squared;
}

// Nodes that move most in all zero modes that are not rigid motions of whole parts.
std::vector<int> moving_nodes(const NetworkData& net, const Eigen::MatrixXd& zeros,
                              const std::vector<Part>& whole) {
  Eigen::MatrixXd others = zeros;
  std::vector<double> v(net.constrained.size());
  for (Eigen::Index c = 0; c < others.cols(); ++c) {
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = others(static_cast<Eigen::Index>(i), c);
    remove_rigid(net, whole, v);
    others.col(c) = Eigen::Map<const Eigen::VectorXd>(v.data(), others.rows());
  }
  return most_moved(net, squares_by_node(net, others));
}

// The same if the zero modes are not known one by one, in a random combination of them, found by
// inverse iteration with a slightly shifted K.
std::vector<int> moving_nodes(Backend& backend, const NetworkData& net, VectorId x,
                              const std::vector<Part>& whole) {
  constexpr int kIterations = 4;
  bool ready = false;
  for (double shift : {1e-9, 1e-8, 1e-7}) {
    const Factor factor = backend.factorise(x, {false, shift});
    ready = factor == Factor::positive_definite || factor == Factor::nearly_singular;
    if (ready) break;
  }
  if (!ready) return {};
  const VectorId right = backend.make_vector(), mode = backend.make_vector();
  std::vector<double> v(net.constrained.size());
  Random random(7);
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] = net.constrained[i] ? 0.0 : random.uniform(-1, 1);
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    remove_rigid(net, whole, v);
    double largest = 0;
    for (double component : v) largest = std::max(largest, std::abs(component));
    if (largest == 0) return {};
    for (double& component : v) component /= largest;
    backend.upload(user_order(net, v), right);
    if (!backend.solve(right, mode, 1e-6)) return {};
    std::vector<double> user(v.size());
    backend.download(mode, user);
    v = compiled_order(net, user);
  }
  remove_rigid(net, whole, v);
  return most_moved(net, squares_by_node(net, Eigen::Map<const Eigen::VectorXd>(
                                                  v.data(), static_cast<Eigen::Index>(v.size()))));
}

}  // namespace

std::vector<Part> rigid_parts(const StiffnessForm& form, const std::vector<double>& user) {
  const std::vector<double> position = compiled_order(form.net(), user);
  std::vector<Part> parts = parts_of(form.net(), position, false);
  (void)count_rigid(form, position, parts);
  return parts;
}

Stability judge(Backend& backend, const NetworkData& net, VectorId x, int negative) {
  Stability result;
  if (negative < 0) return result;
  if (negative == 0 && backend.surely_above(x, kZeroMode)) {
    result.known = result.soft.known = true;
    return result;
  }
  result.soft = soft_modes(backend, x, Balance::polish);
  const SoftModes& soft = result.soft;
  result.known = soft.known;
  result.negative = soft.negative;
  if (!soft.known || soft.zero == 0) return result;
  // Whole parts can move rigidly; so can parts that only slack springs connect.
  if (!soft.polished.empty()) {
    x = backend.make_vector();
    backend.upload(soft.polished, x);
  }
  std::vector<double> user(net.constrained.size());
  backend.download(x, user);
  const std::vector<double> position = compiled_order(net, user);
  const StiffnessForm form(backend, x, true);
  std::vector<Part> whole = parts_of(net, position, false), active = parts_of(net, position, true);
  result.rigid = count_rigid(form, position, whole);
  const int active_rigid = count_rigid(form, position, active);
  result.slack = std::max(0, active_rigid - result.rigid);
  result.mechanism = std::max(0, soft.zero - result.rigid - result.slack);
  if (result.slack + result.mechanism > 0)
    result.moving =
        soft.listed ? moving_nodes(net, soft.shapes, whole) : moving_nodes(backend, net, x, whole);
  return result;
}

}  // namespace tensio
