#include "solve/stability/soft_modes.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/index.hpp"
#include "core/random.hpp"
#include "solve/dense.hpp"
#include "solve/methods/iteration.hpp"
#include "solve/methods/negative_modes.hpp"

namespace tensio {

namespace {

/// Candidates are softer than this part of the stiffness at their nodes.
constexpr double kCandidate = 1e-9;
/// The shift of inverse iteration, as a part of that.
constexpr double kShift = 1e-3;
/// Additional vectors that are iterated together with the candidates.
constexpr int kExtraVectors = 4;
/// The most entries of all vectors together.
constexpr double kMostEntries = 4e6;
constexpr int kMostIterations = 40;
/// If a Newton step still lowers a mode's stiffness by this part, the state is converging to one at
/// which it has none.
constexpr double kFalling = 0.25;
constexpr int kMostPolishing = 80;

// By node. Nodes whose springs are all slack have a limit, too.
std::vector<double> candidate_limit(const StiffnessForm& form) {
  std::vector<double> limit = form.node_scale();
  for (std::size_t node = 0; node < limit.size(); ++node)
    limit[node] = kCandidate * std::max(limit[node], 1e-3 * form.net().node_stiffness[node]);
  return limit;
}

// Inverse iteration on K v = μ D v, D being kCandidate of the nodes' stiffness: the candidates have
// |μ| < 1.
class Candidates {
 public:
  Candidates(Backend& backend, std::span<const double> blocks, const StiffnessForm& form,
             bool semidefinite)
      : backend_(backend),
        net_(form.net()),
        blocks_(blocks),
        form_(form),
        semidefinite_(semidefinite) {
    unknowns_ = static_cast<int>(
        std::count(net_.constrained.begin(), net_.constrained.end(), std::uint8_t{0}));
    D_ = candidate_limit(form);
  }

  // Counts the candidates; true if there are any.
  bool count() {
    const int upper = backend_.negative_pivots(blocks_, shift(-1));
    const int lower = upper > 0 ? negative_by(1) : upper;
    if (lower < 0) return false;
    modes.known = true;
    modes.negative = lower;
    count_ = std::max(0, upper - lower);
    return count_ > 0;
  }

  bool few() const {
    return count_ <= SoftModes::kMost &&
           static_cast<double>(count_) * static_cast<double>(net_.constrained.size()) <=
               kMostEntries;
  }

  // If there are too many for vectors: counts those below 1e-12 of the stiffness at their nodes, or
  // below its rounding.
  void count_by_pivots(std::optional<VectorId> rest) {
    modes.listed = false;
    if (rest) polish_shifted(*rest);
    const std::vector<double> rounding = modes.polished.empty()
                                             ? form_.node_rounding()
                                             : StiffnessForm(backend_, y_, true).node_rounding();
    for (std::size_t node = 0; node < D_.size(); ++node)
      D_[node] = std::max(1e-3 * D_[node], 2 * rounding[node]);
    const int upper = backend_.negative_pivots(blocks_, shift(-1));
    const int lower = upper > 0 ? negative_by(1) : upper;
    modes.known = lower >= 0;
    modes.negative = std::max(0, lower);
    modes.zero = std::max(0, upper - lower);
  }

  // Finds the candidates' space; false if the shifted matrix has no factor.
  bool iterate() {
    if (backend_.negative_pivots(blocks_, shift(kShift)) < 0) return false;
    take_root();
    const int columns = std::min(count_ + kExtraVectors, unknowns_);
    V_.resize(root_.size(), columns);
    Random random(7);
    for (double& entry : V_.reshaped()) entry = random.uniform(-1, 1);
    mask(V_);
    Eigen::VectorXd before;
    int zeros_before = -1;
    for (int iteration = 0; iteration < kMostIterations; ++iteration) {
      for (Eigen::Index c = 0; c < V_.cols(); ++c)
        V_.col(c) = solved(root_.cwiseAbs2().cwiseProduct(V_.col(c)));
      separate(form_);
      if (iteration >= 2 && zeros_ == zeros_before && settled(before)) break;
      before = value_;
      zeros_before = zeros_;
    }
    return true;
  }

  // Newton steps at equilibrium, accepted if they lower the residual: three, or more if they lower
  // a mode's stiffness too. The candidates are evaluated again at the refined state.
  void polish(VectorId x) {
    start(x);
    // Orthogonally to the candidates first: unstressed parts have tensions of the size of the
    // residual, and stiffnesses to match, along which no step helps.
    for (int step = 0; step < 2 && try_step(false); ++step)
      separate(StiffnessForm(backend_, y_, true));
    for (int step = 0; step < kMostPolishing; ++step) {
      const Eigen::VectorXd before = value_;
      if (!try_step(true)) return;
      separate(StiffnessForm(backend_, y_, true));
      bool falls = false;
      for (Eigen::Index i = 0; i < value_.size(); ++i)
        falls |=
            is_candidate(i) && value_[i] > rounding_[i] && value_[i] < (1 - kFalling) * before[i];
      if (!falls) return;
    }
  }

  // The same if the candidates are not known one by one.
  void polish_shifted(VectorId x) {
    start(x);
    V_.resize(static_cast<Eigen::Index>(net_.constrained.size()), 0);
    if (backend_.negative_pivots(blocks_, shift(1)) < 0) return;
    for (int step = 0; step < 2 && try_step(false); ++step) {
    }
    if (!modes.polished.empty()) blocks_ = backend_.stiffness(y_, false);
  }

  // Counts zero and negative modes among the candidates.
  void judge() {
    Eigen::MatrixXd zeros(V_.rows(), zeros_);
    Eigen::Index next = 0, lowest = -1;
    for (Eigen::Index i = 0; i < value_.size(); ++i) {
      if (is_zero(i)) zeros.col(next++) = V_.col(i);
      if (!is_candidate(i) || value_[i] >= -rounding_[i]) continue;
      ++modes.negative;
      if (lowest < 0) lowest = i;
    }
    modes.zero = zeros_;
    if (zeros_ > 0) {
      modes.shapes = orthonormal_basis(zeros);
      mask(modes.shapes);
    }
    if (lowest < 0) return;
    modes.negative_shape = V_.col(lowest);
    modes.curvature = value_[lowest];
  }

  SoftModes modes;

 private:
  DiagonalShift shift(double part) const { return {0, 0, part, D_.data()}; }

  // Modes below -part D; without a factorisation if none can be negative.
  int negative_by(double part) {
    return semidefinite_ ? 0 : backend_.negative_pivots(blocks_, shift(part));
  }

  void mask(Eigen::MatrixXd& V) const {
    for (std::size_t i = 0; i < net_.constrained.size(); ++i)
      if (net_.constrained[i]) V.row(static_cast<Eigen::Index>(i)).setZero();
  }

  Eigen::VectorXd solved(const Eigen::VectorXd& right) {
    Eigen::VectorXd result = right;
    backend_.solve_counted({result.data(), net_.constrained.size()});
    return result;
  }

  // Combines the vectors so that each has its own μ, and Vᵀ D V = 1.
  void separate(const StiffnessForm& form) {
    V_ = root_.cwiseInverse().asDiagonal() * orthonormal_basis(root_.asDiagonal() * V_);
    mask(V_);
    V_ = product(V_, symmetric_eigen(form.gram(V_)).vectors);
    // The values again, from each vector: small values are then accurate orthogonal_part large
    // ones.
    value_.resize(V_.cols());
    rounding_.resize(V_.cols());
    std::vector<std::pair<double, Eigen::Index>> smallest;
    for (Eigen::Index i = 0; i < V_.cols(); ++i) {
      value_[i] = form.value(V_.col(i));
      rounding_[i] = form.rounding(V_.col(i));
      smallest.emplace_back(std::abs(value_[i]), i);
    }
    // As many as the pivots counted; the others are combinations of stiffer modes.
    std::sort(smallest.begin(), smallest.end());
    candidate_.assign(smallest.size(), false);
    for (std::size_t i = 0; i < std::min(usize(count_), smallest.size()); ++i)
      candidate_[smallest[i].second] = smallest[i].first < 1;
    zeros_ = 0;
    for (Eigen::Index i = 0; i < V_.cols(); ++i) zeros_ += is_zero(i);
  }

  bool is_candidate(Eigen::Index i) const { return candidate_[i]; }
  bool is_zero(Eigen::Index i) const {
    return is_candidate(i) && std::abs(value_[i]) <= rounding_[i];
  }

  // Far below the limit of candidates only zeros still change.
  bool settled(const Eigen::VectorXd& before) const {
    for (Eigen::Index i = 0; i < value_.size(); ++i)
      if (is_candidate(i) && !is_zero(i) && std::abs(value_[i]) < 0.1 &&
          std::abs(value_[i] - before[i]) > 1e-3 * std::abs(value_[i]))
        return false;
    return true;
  }

  void start(VectorId x) {
    y_ = backend_.make_vector();
    trial_ = backend_.make_vector();
    force_ = backend_.make_vector();
    move_ = backend_.make_vector();
    take_root();
    backend_.copy(x, y_);
  }

  void take_root() {
    root_.resize(static_cast<Eigen::Index>(net_.constrained.size()));
    for (Eigen::Index i = 0; i < root_.size(); ++i)
      root_[i] = std::sqrt(D_[static_cast<int>(i) / net_.dimension]);
  }

  // The force at a state, and its part that is orthogonal to the candidates.
  Eigen::VectorXd force_at(VectorId x) {
    (void)backend_.force_norms(x, force_);
    Eigen::VectorXd f(static_cast<Eigen::Index>(net_.constrained.size()));
    backend_.download(force_, {f.data(), net_.constrained.size()});
    return in_compiled_order(net_, f);
  }
  Eigen::VectorXd orthogonal_part(const Eigen::VectorXd& f) const {
    return f - root_.cwiseAbs2().cwiseProduct(projection(V_, f));
  }

  // y += K⁻¹ f without the candidates, or without the zero modes; true if that lowers the force.
  bool try_step(bool along_soft) {
    const Eigen::VectorXd f = force_at(y_), rest = orthogonal_part(f);
    Eigen::VectorXd step = solved(rest);
    step -= projection(V_, root_.cwiseAbs2().cwiseProduct(step));
    for (Eigen::Index i = 0; along_soft && i < V_.cols(); ++i)
      if (!is_zero(i)) step += V_.col(i).dot(f) / value_[i] * V_.col(i);
    const Eigen::VectorXd user = in_user_order(net_, step);
    backend_.upload({user.data(), net_.constrained.size()}, move_);
    backend_.copy(y_, trial_);
    backend_.axpy(1, move_, trial_);
    const Eigen::VectorXd g = force_at(trial_);
    const double before = (along_soft ? f : rest).lpNorm<Eigen::Infinity>();
    const double after = (along_soft ? g : orthogonal_part(g)).lpNorm<Eigen::Infinity>();
    if (!(after < before)) return false;
    std::swap(y_, trial_);
    modes.polished.resize(net_.constrained.size());
    backend_.download(y_, modes.polished);
    return true;
  }

  Backend& backend_;
  const NetworkData& net_;
  std::span<const double> blocks_;
  const StiffnessForm& form_;
  bool semidefinite_;      // no mode is negative
  std::vector<double> D_;  // [node_count]
  int unknowns_ = 0, count_ = 0, zeros_ = 0;
  VectorId y_ = -1, trial_ = -1, force_ = -1, move_ = -1;
  Eigen::VectorXd root_;  // of D, by axis
  Eigen::MatrixXd V_;
  Eigen::VectorXd value_, rounding_;  // μ and what it is uncertain by
  std::vector<bool> candidate_;
};

SoftModes find(Backend& backend, std::span<const double> blocks, const StiffnessForm& form,
               bool semidefinite, std::optional<VectorId> rest) {
  Candidates candidates(backend, blocks, form, semidefinite);
  if (!candidates.count()) return candidates.modes;
  if (!candidates.few() || !candidates.iterate()) {
    candidates.count_by_pivots(rest);
    return candidates.modes;
  }
  if (rest) candidates.polish(*rest);
  candidates.judge();
  return candidates.modes;
}

}  // namespace

NegativeModes find_negative_modes(Backend& backend, VectorId x) {
  if (backend.surely_semidefinite(x)) return {.count = 0};
  const std::vector<double> D = candidate_limit(StiffnessForm(backend, x, true));
  const std::span<const double> K = backend.stiffness(x, false);
  // Usually nothing is negative or nearly zero, or something is clearly negative.
  if (backend.positive_definite(K, {0, 0, -1, D.data()})) return {.count = 0};
  if (const int count = backend.negative_pivots(K, {0, 0, 1, D.data()}); count != 0)
    return {.count = count};
  const SoftModes soft = soft_modes(backend, x, Balance::polish);
  NegativeModes result{soft.known ? soft.negative : -1, {}, soft.curvature};
  if (soft.negative_shape.size() > 0) {
    const Eigen::VectorXd user = in_user_order(backend.net(), soft.negative_shape);
    result.mode.assign(user.begin(), user.end());
  }
  return result;
}

SoftModes soft_modes(Backend& backend, VectorId x, Balance balance) {
  const bool balanced = balance != Balance::none;
  const StiffnessForm form(backend, x, balanced);
  SoftModes modes = find(backend, backend.stiffness(x, false), form, backend.surely_semidefinite(x),
                         balance == Balance::polish ? std::optional<VectorId>(x) : std::nullopt);
  modes.balanced = balanced;
  return modes;
}

SoftModes soft_modes(Backend& backend, std::span<const double> blocks, const StiffnessForm& form) {
  return find(backend, blocks, form, true, {});
}

int zeros_first(const StiffnessForm& form, Eigen::MatrixXd& V) {
  if (V.cols() == 0) return 0;
  const Eigen::MatrixXd modes = product(V, symmetric_eigen(form.gram(V)).vectors);
  std::vector<Eigen::Index> zeros, others;
  for (Eigen::Index i = 0; i < modes.cols(); ++i) {
    const bool zero = std::abs(form.value(modes.col(i))) <= form.rounding(modes.col(i));
    (zero ? zeros : others).push_back(i);
  }
  const int count = static_cast<int>(zeros.size());
  zeros.insert(zeros.end(), others.begin(), others.end());
  V = modes(Eigen::all, zeros);
  return count;
}

}  // namespace tensio
