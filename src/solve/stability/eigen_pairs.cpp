// Shift and invert: the lowest eigenvalues of an eigenproblem are the largest of its shifted
// inverse.
//
// One Krylov space contains one vector of each eigenspace, so that equal eigenvalues may be missed.
// Therefore the pivots count how many are below the largest one found; as long as some are missing,
// the search continues orthogonally to those that are known.
#include "solve/stability/eigen_pairs.hpp"

#include <Spectra/SymEigsSolver.h>

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "core/random.hpp"
#include "solve/dense.hpp"

namespace tensio {

namespace {

constexpr int kSmall = 200;              // unknowns up to which a full matrix is fastest
constexpr double kResidual = 1e-11;      // of an eigenvector, relative
constexpr double kValueResidual = 1e-9;  // if only the value is used: its error is the square
constexpr double kGap = 1e-6;            // eigenvalues closer than this, relative, count as equal
constexpr double kSoft = 1e-9;           // of the largest stiffness
constexpr std::uint64_t kSeed = 20;      // of the start vectors

// The inverse, orthogonal to free motions and to the vectors found so far.
class DeflatedInverse {
 public:
  using Scalar = double;
  DeflatedInverse(const Eigenproblem& eigenproblem, const std::vector<Eigen::VectorXd>& known)
      : eigenproblem_(eigenproblem), known_(known) {}
  Eigen::Index rows() const { return eigenproblem_.size(); }
  Eigen::Index cols() const { return eigenproblem_.size(); }
  void perform_op(const double* in, double* out) const {
    Eigen::VectorXd y = Eigen::Map<const Eigen::VectorXd>(in, rows());
    clear(y);
    eigenproblem_.apply_inverse(y.data(), out);
    clear(Eigen::Map<Eigen::VectorXd>(out, rows()));
  }
  void clear(Eigen::Ref<Eigen::VectorXd> y) const {
    eigenproblem_.remove_free(y);
    for (const Eigen::VectorXd& vector : known_) y -= vector.dot(y) * vector;
  }

 private:
  const Eigenproblem& eigenproblem_;
  const std::vector<Eigen::VectorXd>& known_;
};

// Makes the largest component 1; of several equal ones, the first.
void scale(Eigen::VectorXd& shape) {
  const double largest = shape.lpNorm<Eigen::Infinity>();
  for (Eigen::Index i = 0; i < shape.size(); ++i)
    if (std::abs(shape[i]) >= (1 - 1e-6) * largest && largest > 0) {
      shape /= shape[i];
      return;
    }
}

EigenPair pair_of(const Eigenproblem& eigenproblem, Eigen::VectorXd shape, bool rigid = false,
                  bool free = false) {
  EigenPair pair;
  scale(shape);
  const double stiffness = eigenproblem.stiffness_of(shape),
               rounding = eigenproblem.rounding_of(shape);
  const double weight = eigenproblem.weight_of(shape);
  pair.rigid = rigid;
  pair.zero = rigid || free || std::abs(stiffness) <= rounding;
  pair.value = pair.zero ? 0.0 : stiffness / weight;
  pair.rounding = rounding / weight;
  pair.shape = std::move(shape);
  return pair;
}

// The motions without resistance, rigid ones first.
std::vector<EigenPair> free_pairs(const Eigenproblem& eigenproblem, int at_most) {
  std::vector<EigenPair> pairs;
  for (Eigen::VectorXd& shape : eigenproblem.free_shapes(at_most)) {
    const bool rigid = static_cast<int>(pairs.size()) < eigenproblem.rigid_count();
    pairs.push_back(pair_of(eigenproblem, std::move(shape), rigid, true));
  }
  return pairs;
}

void sort(std::vector<EigenPair>& pairs) {
  std::stable_sort(pairs.begin(), pairs.end(), [](const EigenPair& a, const EigenPair& b) {
    return a.value < b.value || (a.value == b.value && a.rigid && !b.rigid);
  });
}

// Finds up to `count` pairs orthogonal to the known vectors, and adds to both; returns the number
// found.
int search(const Eigenproblem& eigenproblem, int count, double residual,
           std::vector<Eigen::VectorXd>& known, std::vector<EigenPair>& pairs) {
  const int room = eigenproblem.size() - eigenproblem.free_count() - static_cast<int>(known.size());
  count = std::min(count, room - 1);
  if (count < 1) return 0;
  DeflatedInverse inverse(eigenproblem, known);
  Eigen::VectorXd start(eigenproblem.size());
  Random random(kSeed + known.size());
  for (double& component : start) component = random.uniform(-1, 1);
  inverse.clear(start);
  Spectra::SymEigsSolver<DeflatedInverse> solver(inverse, count, std::min(room, 2 * count + 10));
  solver.init(start.data());
  solver.compute(Spectra::SortRule::LargestAlge, 300, residual);
  const Eigen::MatrixXd vectors = solver.eigenvectors();
  for (Eigen::Index i = 0; i < vectors.cols(); ++i) {
    Eigen::VectorXd y = vectors.col(i);
    inverse.clear(y);
    y.normalize();
    pairs.push_back(pair_of(eigenproblem, eigenproblem.shape_of(y)));
    known.push_back(std::move(y));
  }
  return static_cast<int>(vectors.cols());
}

// A value just below the last of the sorted pairs, and below all that equal it.
double below_the_last(const std::vector<EigenPair>& pairs) {
  const double last = pairs.back().value;
  const double near = std::max(
      {kGap * std::abs(last), kGap * std::abs(pairs.front().value), 2 * pairs.back().rounding});
  for (auto pair = pairs.rbegin(); pair != pairs.rend(); ++pair)
    if (last - pair->value > near) return last - 0.5 * near;
  return last - near;
}

EigenPairs by_lanczos(const Eigenproblem& eigenproblem, int count) {
  EigenPairs result;
  result.pairs = free_pairs(eigenproblem, count);
  std::vector<Eigen::VectorXd> known;
  int missing = count - static_cast<int>(result.pairs.size());
  // Every round finds at least one of the missing pairs.
  for (int round = 0; missing > 0 && round <= count; ++round) {
    if (!eigenproblem.factorise_below()) {
      result.problem = "the stiffness matrix cannot be factorised";
      return result;
    }
    if (search(eigenproblem, missing, kResidual, known, result.pairs) == 0) {
      result.complete = false;
      break;
    }
    sort(result.pairs);
    missing = count - static_cast<int>(result.pairs.size());
    if (missing > 0) continue;
    const std::vector<EigenPair> lowest(result.pairs.begin(), result.pairs.begin() + count);
    const double limit = below_the_last(lowest);
    const int below = eigenproblem.count_below(limit);
    const auto found = std::count_if(lowest.begin(), lowest.end(),
                                     [&](const EigenPair& pair) { return pair.value < limit; });
    missing = std::max(0, below - static_cast<int>(found));
    if (below < 0) result.complete = false;
  }
  if (missing > 0) result.complete = false;
  if (static_cast<int>(result.pairs.size()) > count) result.pairs.resize(usize(count));
  return result;
}

// In a full matrix modes far softer than the stiffest are mixed by rounding. They are separated by
// their stiffness summed over the springs.
void separate_soft(const Eigenproblem& eigenproblem, std::vector<Eigen::VectorXd>& shapes) {
  const double soft = kSoft * eigenproblem.largest_stiffness();
  std::size_t count = 0;
  while (count < shapes.size() &&
         std::abs(eigenproblem.stiffness_of(shapes[count])) < soft * shapes[count].squaredNorm())
    ++count;
  if (count < 2) return;
  Eigen::MatrixXd columns(shapes[0].size(), static_cast<Eigen::Index>(count));
  for (std::size_t i = 0; i < count; ++i) columns.col(static_cast<Eigen::Index>(i)) = shapes[i];
  eigenproblem.separate(columns);
  for (std::size_t i = 0; i < count; ++i) shapes[i] = columns.col(static_cast<Eigen::Index>(i));
}

EigenPairs by_full_matrix(const Eigenproblem& eigenproblem, int count) {
  EigenPairs result;
  result.pairs = free_pairs(eigenproblem, eigenproblem.free_count());
  const Eigenproblem::Dense dense = eigenproblem.dense();
  const SymmetricEigen eigen = symmetric_eigen(dense.matrix);
  if (!eigen.found) {
    result.problem = "the eigenvalues of the stiffness matrix were not found";
    return result;
  }
  const int wanted = std::min(count, eigenproblem.size() - eigenproblem.free_count());
  std::vector<Eigen::VectorXd> shapes;
  shapes.reserve(usize(wanted));
  for (int i = 0; i < wanted; ++i)
    shapes.push_back(eigenproblem.shape_of(eigen.vectors.col(i), dense));
  separate_soft(eigenproblem, shapes);
  for (Eigen::VectorXd& shape : shapes)
    result.pairs.push_back(pair_of(eigenproblem, std::move(shape)));
  sort(result.pairs);
  if (static_cast<int>(result.pairs.size()) > count) result.pairs.resize(usize(count));
  return result;
}

}  // namespace

EigenPairs lowest_pairs(const Eigenproblem& eigenproblem, int count) {
  EigenPairs result;
  result.problem = eigenproblem.problem();
  if (!result.problem.empty()) return result;
  count = std::min(count, eigenproblem.size());
  if (count == 0) return result;
  if (eigenproblem.unknowns() <= kSmall ||
      (2 * count >= eigenproblem.size() && eigenproblem.unknowns() <= kMostDense))
    return by_full_matrix(eigenproblem, count);
  return by_lanczos(eigenproblem, count);
}

std::optional<double> lowest_stiffness(Backend& backend, const NetworkData& net, VectorId x,
                                       const Modes& modes, const SoftModes& soft) {
  constexpr int kFullMatrix = 60;
  if (modes.negative == 0 && modes.neutral()) return 0.0;
  const Eigenproblem eigenproblem(backend, net, x, false, soft);
  const int others = eigenproblem.size() - eigenproblem.rigid_count();
  if (others <= 0) return {};
  if (eigenproblem.size() <= kFullMatrix) {
    const std::vector<EigenPair> lowest =
        by_full_matrix(eigenproblem, eigenproblem.free_count() + 1).pairs;
    for (const EigenPair& pair : lowest)
      if (!pair.rigid) return pair.value;
    return {};
  }
  std::vector<Eigen::VectorXd> known;
  std::vector<EigenPair> pairs;
  if (!eigenproblem.factorise_below() || search(eigenproblem, 1, kValueResidual, known, pairs) == 0)
    return {};
  return pairs[0].value;
}

}  // namespace tensio
