// Shifts, factorisations and rigid motions of the eigenvalue problem.
#include "solve/stability/eigenproblem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "backend/loops.hpp"
#include "core/index.hpp"
#include "solve/dense.hpp"
#include "solve/methods/supports.hpp"
#include "solve/stability/stability.hpp"

namespace tensio {

namespace {

// A motion counts as rigid if K times it is below this fraction of the stiffness at its nodes:
// positions are as accurate as the tolerance of the solve.
constexpr double kForceless = 1e-8;

// Axes without a weight must have at least this part of the stiffness at their node.
constexpr double kWeightless = 1e-12;

VectorId closest_to_rest(Backend& backend, VectorId x, const SoftModes& soft) {
  if (soft.polished.empty()) return x;
  const VectorId polished = backend.make_vector();
  backend.upload(soft.polished, polished);
  return polished;
}

}  // namespace

Eigenproblem::Eigenproblem(Backend& backend, const NetworkData& net, VectorId x, bool by_mass,
                           const SoftModes& soft)
    : backend_(backend),
      net_(net),
      x_(closest_to_rest(backend, x, soft)),
      right_(backend.make_vector()),
      left_(backend.make_vector()),
      by_mass_(by_mass),
      form_(backend, x_, soft.balanced),
      soft_(soft),
      index_(net.constrained.size(), -1),
      user_(net.constrained.size(), 0.0) {
  largest_ = backend.largest_eigenvalue(x_);
  const std::span<const double> K = backend.stiffness(x_, false);
  K_.assign(K.begin(), K.end());
  const int d = net.dimension;
  std::vector<double> roots;
  for (int axis = 0; axis < static_cast<int>(net.constrained.size()); ++axis) {
    if (net.constrained[compiled_axis(net, usize(axis))]) continue;
    const double weight = by_mass ? net.mass[net.node_rank[axis / d]] : 1.0;
    if (weight > 0) {
      index_[usize(axis)] = static_cast<int>(axes_.size());
      axes_.push_back(axis);
      roots.push_back(std::sqrt(weight));
    } else {
      weightless_.push_back(axis);
    }
  }
  root_ = Eigen::Map<const Eigen::VectorXd>(roots.data(), static_cast<Eigen::Index>(roots.size()));
  find_rigid();
  add_zero_modes();
}

void Eigenproblem::find_rigid() {
  backend_.download(x_, user_);
  const int d = net_.dimension;
  std::vector<Part> parts = rigid_parts(form_, user_);
  std::vector<std::vector<int>> axes;  // the user's, of each part
  std::vector<Eigen::MatrixXd> motions;
  std::erase_if(parts, [](const Part& part) { return part.rigid == 0; });
  for (const Part& part : parts) {
    axes.emplace_back();
    for (int node : part.nodes)
      for (int axis = 0; axis < d; ++axis)
        axes.back().push_back(static_cast<int>(user_axis(net_, usize(node * d + axis))));
    motions.emplace_back(part.modes.rows(), 0);
  }
  // The n-th motions of all parts together, since parts are independent. If forces do not balance,
  // a rotation may have no stiffness and still need a force: such motions are not modes.
  for (int n = 0; n < 6; ++n) {
    Eigen::VectorXd shape = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(user_.size()));
    for (std::size_t p = 0; p < parts.size(); ++p)
      if (n < parts[p].rigid) shape(axes[p]) = parts[p].modes.col(n);
    const Eigen::VectorXd force =
        in_user_order(net_, form_.product(in_compiled_order(net_, shape)));
    for (std::size_t p = 0; p < parts.size(); ++p) {
      if (n >= parts[p].rigid) continue;
      double scale = 0;
      for (int node : parts[p].nodes) scale = std::max(scale, form_.node_scale()[usize(node)]);
      if (force(axes[p]).lpNorm<Eigen::Infinity>() > kForceless * scale) continue;
      motions[p].conservativeResize(Eigen::NoChange, motions[p].cols() + 1);
      motions[p].rightCols(1) = parts[p].modes.col(n);
    }
  }
  for (std::size_t p = 0; p < parts.size(); ++p) add_free(axes[p], motions[p]);
  rigid_count_ = free_count();
}

// Those zero modes that are not rigid motions.
void Eigenproblem::add_zero_modes() {
  if (!soft_.listed || soft_.zero == 0) return;
  Eigen::MatrixXd modes = in_user_order(net_, soft_.shapes);
  const std::vector<Eigen::VectorXd> shapes = free_shapes(rigid_count_);
  Eigen::MatrixXd rigid(modes.rows(), rigid_count_);
  for (std::size_t i = 0; i < shapes.size(); ++i)
    rigid.col(static_cast<Eigen::Index>(i)) = shapes[i];
  if (rigid.cols() > 0) {
    const Eigen::MatrixXd Q = orthonormal_basis(rigid);
    modes -= product(Q, transposed_product(Q, modes));
  }
  // The zero modes contain the rigid motions: of each combination either all is left or nothing.
  const SymmetricEigen left = symmetric_eigen(transposed_product(modes, modes));
  const Eigen::Index count = (left.values.array() > 0.1).count();
  modes = product(modes, left.vectors.rightCols(count));
  // Orthogonal to them by weight, too.
  for (const FreeMotions& motions : free_)
    for (Eigen::Index c = 0; c < modes.cols(); ++c) {
      const Eigen::VectorXd own = motions.root.cwiseAbs2().cwiseProduct(modes.col(c)(motions.axes));
      modes.col(c)(motions.axes) -= projection(motions.motions, own);
    }
  std::vector<int> all(user_.size());
  std::iota(all.begin(), all.end(), 0);
  add_free(all, modes);
}

// Combines the motions so that they are orthonormal by weight; those without weight are dropped.
void Eigenproblem::add_free(const std::vector<int>& axes, const Eigen::MatrixXd& motions) {
  if (motions.cols() == 0) return;
  Eigen::VectorXd root = Eigen::VectorXd::Zero(motions.rows());
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (const int index = index_[usize(axes[i])]; index >= 0)
      root[static_cast<Eigen::Index>(i)] = root_[index];
  const Eigen::MatrixXd weighted = root.asDiagonal() * motions;
  const SymmetricEigen gram = symmetric_eigen(transposed_product(weighted, weighted));
  Eigen::MatrixXd combined(motions.rows(), 0);
  for (Eigen::Index i = 0; i < motions.cols(); ++i) {
    const double weight = gram.values[i];
    if (weight <= 1e-12 * root.squaredNorm()) continue;
    combined.conservativeResize(Eigen::NoChange, combined.cols() + 1);
    combined.rightCols(1) = product(motions, gram.vectors.col(i)) / std::sqrt(weight);
  }
  if (combined.cols() > 0) free_.push_back({axes, root, combined});
}

DiagonalShift Eigenproblem::minus(double value) const {
  return by_mass_ ? DiagonalShift{0, -value} : DiagonalShift{-value, 0};
}

std::string Eigenproblem::problem() const {
  if (weightless_.empty()) return {};
  if (axes_.empty()) return "no node that can move has a mass";
  // Stiff supports on the weighted axes leave only the stiffness of the others.
  const int d = net_.dimension;
  const double hold = 1e3 * largest_;
  std::vector<double> blocks = K_;
  for (int axis : axes_) {
    const std::size_t node = usize(net_.node_rank[usize(axis / d)]);
    const auto entry = wide(net_.diagonal[node]) * d * d + (axis % d) * (d + 1);
    blocks[entry] += hold;
  }
  const int soft =
      backend_.negative_pivots(blocks, {0, 0, -kWeightless, form_.node_scale().data()});
  if (soft == 0) return {};
  if (soft < 0) return "the net is too large to factorise";
  backend_.negative_direction(left_);
  backend_.download(left_, user_);
  std::size_t most = 0;
  for (std::size_t i = 0; i < user_.size(); ++i)
    if (std::abs(user_[i]) > std::abs(user_[most])) most = i;
  return fmt::format("{} has no mass, and nothing holds it where it is: give it a mass",
                     node_text(net_, net_.node_rank[most / usize(d)]));
}

int Eigenproblem::count_below(double value) const {
  return backend_.negative_pivots(K_, minus(value));
}

std::optional<double> Eigenproblem::factorise_below() const {
  // If nothing is zero or negative, K itself is used.
  const bool all_positive = soft_.known && soft_.zero == 0 && soft_.negative == 0;
  if (all_positive && count_below(0) == 0) return 0.0;
  double stiffness = 0;
  for (int node = 0; node < net_.node_count; ++node)
    for (int axis = 0; axis < net_.dimension; ++axis) {
      const auto entry = wide(net_.diagonal[usize(node)]) * net_.dimension * net_.dimension +
                         axis * (net_.dimension + 1);
      stiffness += std::abs(K_[entry]);
    }
  const double mean = stiffness > 0 ? stiffness / root_.squaredNorm() : 1.0;
  // If the zero modes are known they are excluded, and the shift may be as small as theirs.
  const bool only_zeros = soft_.known && soft_.listed && soft_.negative == 0;
  for (double fraction = only_zeros ? 1e-9 : 1e-6; fraction < 1e7; fraction *= 10)
    if (count_below(-fraction * mean) == 0) return -fraction * mean;
  return {};
}

void Eigenproblem::apply_inverse(const double* y, double* result) const {
  for (int axis : weightless_) user_[usize(axis)] = 0;
  for (std::size_t i = 0; i < axes_.size(); ++i)
    user_[usize(axes_[i])] = y[i] * root_[static_cast<Eigen::Index>(i)];
  backend_.upload(user_, right_);
  backend_.solve_counted(right_, left_);
  backend_.download(left_, user_);
  for (std::size_t i = 0; i < axes_.size(); ++i)
    result[i] = user_[usize(axes_[i])] * root_[static_cast<Eigen::Index>(i)];
}

Eigen::VectorXd Eigenproblem::shape_of(const Eigen::VectorXd& y) const {
  Eigen::VectorXd moved(y.size());
  apply_inverse(y.data(), moved.data());
  Eigen::VectorXd shape = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(user_.size()));
  for (int axis : axes_) shape[axis] = user_[usize(axis)];
  for (int axis : weightless_) shape[axis] = user_[usize(axis)];
  return shape;
}

double Eigenproblem::stiffness_of(const Eigen::VectorXd& shape) const {
  return form_.value(in_compiled_order(net_, shape));
}

double Eigenproblem::rounding_of(const Eigen::VectorXd& shape) const {
  return form_.rounding(in_compiled_order(net_, shape));
}

Eigen::MatrixXd Eigenproblem::stiffness_between(const Eigen::MatrixXd& shapes) const {
  return form_.gram(in_compiled_order(net_, shapes));
}

void Eigenproblem::separate(Eigen::MatrixXd& shapes) const {
  if (shapes.cols() == 0) return;
  const Eigen::MatrixXd weighted = root_.asDiagonal() * shapes(axes_, Eigen::all);
  const Eigen::MatrixXd weights = transposed_product(weighted, weighted);
  shapes = product(shapes, symmetric_eigen(stiffness_between(shapes), weights).vectors);
}

double Eigenproblem::weight_of(const Eigen::VectorXd& shape) const {
  double weight = 0;
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const double part = root_[static_cast<Eigen::Index>(i)] * shape[axes_[i]];
    weight += part * part;
  }
  return weight;
}

int Eigenproblem::free_count() const {
  int count = 0;
  for (const FreeMotions& free : free_) count += static_cast<int>(free.motions.cols());
  return count;
}

std::vector<Eigen::VectorXd> Eigenproblem::free_shapes(int at_most) const {
  std::vector<Eigen::VectorXd> shapes;
  for (const FreeMotions& free : free_)
    for (Eigen::Index n = 0; n < free.motions.cols(); ++n) {
      if (static_cast<int>(shapes.size()) == at_most) return shapes;
      shapes.push_back(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(user_.size())));
      shapes.back()(free.axes) = free.motions.col(n);
    }
  return shapes;
}

// With Q = R X orthonormal: y -= Q Qᵀ y.
void Eigenproblem::remove_free(Eigen::Ref<Eigen::VectorXd> y) const {
  for (const FreeMotions& free : free_) {
    Eigen::VectorXd own = Eigen::VectorXd::Zero(free.root.size());
    for (std::size_t i = 0; i < free.axes.size(); ++i)
      if (const int index = index_[usize(free.axes[i])]; index >= 0)
        own[static_cast<Eigen::Index>(i)] = y[index] * free.root[static_cast<Eigen::Index>(i)];
    const Eigen::VectorXd share = projection(free.motions, own);
    for (std::size_t i = 0; i < free.axes.size(); ++i)
      if (const int index = index_[usize(free.axes[i])]; index >= 0)
        y[index] -= free.root[static_cast<Eigen::Index>(i)] * share[static_cast<Eigen::Index>(i)];
  }
}

Eigenproblem::Dense Eigenproblem::dense() const {
  const auto all = static_cast<Eigen::Index>(unknowns()), own = static_cast<Eigen::Index>(size());
  // The unknowns, weighted ones first.
  std::vector<int> index(user_.size(), -1);
  int next = 0;
  for (int axis : axes_) index[usize(axis)] = next++;
  for (int axis : weightless_) index[usize(axis)] = next++;
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(all, all);
  const int d = net_.dimension;
  for (int node = 0; node < net_.node_count; ++node)
    for (int slot = net_.row_start[usize(node)]; slot < net_.row_start[usize(node) + 1]; ++slot)
      for (int i = 0; i < d; ++i)
        for (int j = 0; j < d; ++j) {
          const int row = index[user_axis(net_, usize(node * d + i))];
          const int column = index[user_axis(net_, usize(net_.column[usize(slot)] * d + j))];
          if (row >= 0 && column >= 0) K(row, column) = K_[usize(wide(slot) * d * d + i * d + j)];
        }
  Dense result;
  result.matrix = K.topLeftCorner(own, own);
  if (all > own) {
    result.follow = -solve_symmetric(K.bottomRightCorner(all - own, all - own),
                                     K.bottomLeftCorner(all - own, own));
    result.matrix += product(K.topRightCorner(own, all - own), result.follow);
  }
  const Eigen::VectorXd inverse = root_.cwiseInverse();
  result.matrix = inverse.asDiagonal() * result.matrix * inverse.asDiagonal();
  // A bound on every eigenvalue, so that modes raised by it come last.
  const double above = 2 * result.matrix.cwiseAbs().rowwise().sum().maxCoeff() + 1;
  for (const Eigen::VectorXd& shape : free_shapes(unknowns())) {
    const Eigen::VectorXd y = root_.cwiseProduct(shape(axes_));
    result.matrix += above * y * y.transpose();
  }
  return result;
}

Eigen::VectorXd Eigenproblem::shape_of(const Eigen::VectorXd& y, const Dense& dense) const {
  Eigen::VectorXd shape = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(user_.size()));
  const Eigen::VectorXd moved = y.cwiseQuotient(root_);
  shape(axes_) = moved;
  if (!weightless_.empty()) shape(weightless_) = product(dense.follow, moved);
  return shape;
}

}  // namespace tensio
