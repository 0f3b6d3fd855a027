// The backend for the machine's cores.
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

#include "backend/backend.hpp"
#include "backend/cpu/direct_solver.hpp"
#include "backend/cpu/pcg_solver.hpp"
#include "backend/free_parts.hpp"
#include "backend/loops.hpp"
#include "core/assert.hpp"
#include "core/parallel.hpp"
#include "core/random.hpp"
#include "network/custom_springs.hpp"
#include "tensio/error.hpp"

namespace tensio {

namespace {

/// Factors with more entries than this (4 GB) are left to conjugate gradients.
constexpr double kMaxFactorEntries = 5e8;

/// What is worked out once per net: the matrix's pattern and the factorisation's symbolic part.
struct Analysis {
  explicit Analysis(const NetworkData& net) : matrix(net) {}
  LinearSolver solver = LinearSolver::ldlt;
  ScalarMatrix matrix;
  std::unique_ptr<DirectSolver> direct;
  std::unique_ptr<InertiaSolver> inertia;  // where the solver of the steps cannot count
};

template <int D>
class CpuBackend final : public Backend {
 public:
  ~CpuBackend() override {
    if (!analysis_) return;
    const std::lock_guard<std::mutex> lock(net_.shelf->lock);
    net_.shelf->analysis = std::move(analysis_);
  }
  CpuBackend(const NetworkData& net, const EquilibriumOptions& options)
      : net_(net),
        pool_(options.threads),
        custom_(net),
        may_change_solver_(options.linear_solver == LinearSolver::automatic),
        solver_(choose_linear_solver(net, options)),
        free_parts_(free_parts(net)) {}

  VectorId make_vector() override {
    vectors_.emplace_back(net_.held.size(), 0.0);
    return static_cast<VectorId>(vectors_.size()) - 1;
  }
  void upload(std::span<const double> user, VectorId to) override {
    for (std::size_t i = 0; i < net_.node_user.size(); ++i)
      for (std::size_t axis = 0; axis < D; ++axis)
        at(to)[i * D + axis] = user[static_cast<std::size_t>(net_.node_user[i]) * D + axis];
  }
  void download(VectorId from, std::span<double> user) override {
    for (std::size_t i = 0; i < net_.node_user.size(); ++i)
      for (std::size_t axis = 0; axis < D; ++axis)
        user[static_cast<std::size_t>(net_.node_user[i]) * D + axis] = at(from)[i * D + axis];
  }
  void set_start(VectorId x) override { vector(x) = net_.start; }

  void copy(VectorId from, VectorId to) override { vector(to) = vector(from); }
  void axpy(double factor, VectorId x, VectorId y) override {
    const double* from = at(x);
    double* to = at(y);
    pool_.parallel_for(axes(), [&](int begin, int end) {
      for (int i = begin; i < end; ++i) to[i] += factor * from[i];
    });
  }
  double dot(VectorId x, VectorId y) override {
    const double* u = at(x);
    const double* v = at(y);
    return pool_.parallel_sum(axes(), [&](int begin, int end) {
      double sum = 0;
      for (int i = begin; i < end; ++i) sum += u[i] * v[i];
      return sum;
    });
  }
  double max_abs(VectorId x) override { return largest_force(at(x), 0, axes()); }

  EnergyValue energy(VectorId id) override;
  double elastic_energy(VectorId id) override { return elastic(at(id)).value; }
  void forces(VectorId x, VectorId f, bool mask) override;
  ForceFacts force_facts(VectorId x, VectorId f) override;
  Factor factorise(VectorId x, MatrixKind kind) override;
  bool solve(VectorId right, VectorId result, double tolerance) override;
  void divide_by_node_stiffness(VectorId v) override {
    for (std::size_t i = 0; i < net_.held.size(); ++i) at(v)[i] /= net_.node_stiffness[i / D];
  }
  void remove_rigid_motions(VectorId x, VectorId p) override {
    for (const FreePart& part : free_parts_) remove_rigid<D>(part, at(x), at(p));
  }
  void node_newton_step(VectorId x, VectorId f, VectorId p) override;
  void subtract_product(VectorId u, VectorId f) override;
  std::span<const double> stiffness(VectorId x, bool projected) override;
  double largest_eigenvalue(VectorId x) override;
  int negative_modes(VectorId x, double shift) override {
    return negative_pivots(stiffness(x, false), {shift, 0});
  }
  int negative_pivots(std::span<const double> blocks, DiagonalShift shift) override;
  void solve_counted(VectorId right, VectorId result) override;
  void negative_direction(VectorId v) override;
  double length_scale() const override { return net_.length_scale; }
  LinearSolver linear_solver() const override { return solver_; }

 private:
  int axes() const { return static_cast<int>(net_.held.size()); }
  std::vector<double>& vector(VectorId id) { return vectors_[static_cast<std::size_t>(id)]; }
  double* at(VectorId id) { return vector(id).data(); }
  // Sums over fixed blocks of items, added in order: the same bits on any number of threads.
  template <class Block>
  EnergyValue sum_both(int count, Block&& block);
  EnergyValue elastic(const double* x);
  void add_external(double* f) const {
    for (int i = 0; i < axes(); ++i) f[i] += net_.external[static_cast<std::size_t>(i)];
  }
  void subtract_rows(const double* u, double* f);
  void analyse();
  std::shared_ptr<Analysis> shelved();
  // The rounding of a spring's force at its ends: one ulp of its tension, and what one ulp of a
  // coordinate changes in it.
  template <Law law>
  double rounding_of(const double* x, int s, const CustomValue* custom) const;

  const NetworkData& net_;
  ThreadPool pool_;
  CustomSprings custom_;
  bool may_change_solver_;
  LinearSolver solver_;
  std::vector<FreePart> free_parts_;
  std::vector<std::vector<double>> vectors_;
  std::vector<double> K_;
  std::vector<double> spring_force_;
  std::vector<double> spring_rounding_;
  std::vector<EnergyValue> block_sums_;
  std::shared_ptr<Analysis> analysis_;
  std::unique_ptr<PcgSolver> pcg_;
  std::vector<double> reduced_;
  DirectSolver* counted_ = nullptr;  // that counted last, where one did
};

template <int D>
EnergyValue CpuBackend<D>::elastic(const double* x) {
  const CustomValue* custom = custom_.at(x, pool_);
  return sum_both(net_.spring_count, [&](int begin, int end, EnergyValue& sum) {
    for_laws(net_, begin, end, [&]<Law law>(int first, int last) {
      for (int s = first; s < last; ++s) sum.add(energy_of<law, D>(net_, x, s, custom));
    });
  });
}

template <int D>
EnergyValue CpuBackend<D>::energy(VectorId id) {
  const double* x = at(id);
  const EnergyValue inner = elastic(x);
  const EnergyValue external = sum_both(axes(), [&](int begin, int end, EnergyValue& sum) {
    for (int i = begin; i < end; ++i) {
      const auto axis = static_cast<std::size_t>(i);
      sum.add(-net_.external[axis] * (x[i] - net_.position[axis]));
    }
  });
  return {inner.value + external.value, inner.magnitude + external.magnitude};
}

template <int D>
template <class Block>
EnergyValue CpuBackend<D>::sum_both(int count, Block&& block) {
  const int blocks = (count + kSumBlock - 1) / kSumBlock;
  block_sums_.assign(static_cast<std::size_t>(blocks), {});
  pool_.parallel_for(
      blocks,
      [&](int begin, int end) {
        for (int i = begin; i < end; ++i)
          block(i * kSumBlock, std::min(count, (i + 1) * kSumBlock),
                block_sums_[static_cast<std::size_t>(i)]);
      },
      2);
  EnergyValue total;
  for (const EnergyValue& sum : block_sums_) {
    total.value += sum.value;
    total.magnitude += sum.magnitude;
  }
  return total;
}

template <int D>
void CpuBackend<D>::forces(VectorId id, VectorId fid, bool mask) {
  const double* x = at(id);
  double* f = at(fid);
  const CustomValue* custom = custom_.at(x, pool_);
  std::fill(f, f + axes(), 0.0);
  if (pool_.threads() == 1 || net_.spring_count < kSerialItems) {
    scatter_forces<D>(net_, x, f, custom);
  } else {
    spring_force_.resize(static_cast<std::size_t>(net_.spring_count) * D);
    pool_.parallel_for(net_.spring_count, [&](int begin, int end) {
      spring_forces<D>(net_, x, begin, end, spring_force_.data(), custom);
    });
    pool_.parallel_for(
        net_.node_count,
        [&](int begin, int end) { gather_forces<D>(net_, spring_force_.data(), begin, end, f); },
        2);
  }
  add_external(f);
  if (mask) mask_forces(net_, 0, axes(), f);
}

template <int D>
template <Law law>
double CpuBackend<D>::rounding_of(const double* x, int s, const CustomValue* custom) const {
  const auto i = static_cast<std::size_t>(s);
  const Vec<D> a = load<D>(x, net_.a[i]), b = load<D>(x, net_.b[i]);
  double coordinate = 0;
  for (int axis = 0; axis < D; ++axis)
    coordinate = std::max({coordinate, std::abs(a[axis]), std::abs(b[axis])});
  const Vec<D> f = load<D>(spring_force_.data(), s);
  const double tension = length(f), l = length(spring_vector(a, b, NoOffset{}));
  double stiffness = net_.stiffness[i];
  if constexpr (law == Law::constant_tension || law == Law::table || law == Law::custom)
    stiffness = value_of<law>(net_, s, l, custom).tangent;
  // Across a short spring it is the direction that changes.
  const double across = l > 0.0 ? tension / l : 0.0;
  return tension + std::max(std::abs(stiffness), across) * coordinate;
}

template <int D>
ForceFacts CpuBackend<D>::force_facts(VectorId id, VectorId fid) {
  const double* x = at(id);
  double* f = at(fid);
  const CustomValue* custom = custom_.at(x, pool_);
  // Forces and roundings of the springs.
  spring_force_.resize(static_cast<std::size_t>(net_.spring_count) * D);
  spring_rounding_.resize(static_cast<std::size_t>(net_.spring_count));
  pool_.parallel_for(net_.spring_count, [&](int begin, int end) {
    spring_forces<D>(net_, x, begin, end, spring_force_.data(), custom);
    for_laws(net_, begin, end, [&]<Law law>(int first, int last) {
      for (int s = first; s < last; ++s)
        spring_rounding_[static_cast<std::size_t>(s)] = rounding_of<law>(x, s, custom);
    });
  });
  std::fill(f, f + axes(), 0.0);
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    gather_forces<D>(net_, spring_force_.data(), begin, end, f);
  });
  add_external(f);
  mask_forces(net_, 0, axes(), f);
  ForceFacts facts;
  facts.largest_force = largest_force(f, 0, axes());
  for (int s = 0; s < net_.spring_count; ++s)
    facts.largest_tension =
        std::max(facts.largest_tension, length(load<D>(spring_force_.data(), s)));
  for (double e : net_.external)
    facts.largest_external = std::max(facts.largest_external, std::abs(e));
  // Each node's force against the rounding of its own terms.
  constexpr double ulp = std::numeric_limits<double>::epsilon();
  for (int node = 0; node < net_.node_count; ++node) {
    const auto n = static_cast<std::size_t>(node);
    double rounding = 0;
    for (int e = net_.incidence_start[n]; e < net_.incidence_start[n + 1]; ++e)
      rounding +=
          spring_rounding_[static_cast<std::size_t>(net_.incident[static_cast<std::size_t>(e)])];
    for (std::size_t axis = n * D; axis < n * D + D; ++axis) {
      if (f[axis] == 0.0) continue;
      const double terms = ulp * (rounding + std::abs(net_.external[axis]));
      const double in_ulp = std::abs(f[axis]) / terms;
      // What is not a number is as far from rest as can be.
      facts.largest_in_ulp = in_ulp >= 0 ? std::max(facts.largest_in_ulp, in_ulp)
                                         : std::numeric_limits<double>::infinity();
    }
  }
  return facts;
}

template <int D>
std::span<const double> CpuBackend<D>::stiffness(VectorId id, bool projected) {
  const double* x = at(id);
  const CustomValue* custom = custom_.at(x, pool_);
  K_.assign(static_cast<std::size_t>(net_.block_count()) * D * D, 0.0);
  if (pool_.threads() == 1 || net_.spring_count < kSerialItems)
    scatter_stiffness<D>(net_, x, projected, K_.data(), custom);
  else
    pool_.parallel_for(
        net_.node_count,
        [&](int begin, int end) {
          gather_stiffness<D>(net_, x, projected, begin, end, K_.data(), custom);
        },
        2);
  return K_;
}

template <int D>
void CpuBackend<D>::analyse() {
  if (analysis_ || pcg_) return;
  if (solver_ != LinearSolver::pcg) {
    analysis_ = shelved();
    if (!analysis_) {
      analysis_ = std::make_shared<Analysis>(net_);
      analysis_->solver = solver_;
#if defined(TENSIO_HAS_CHOLMOD)
      if (solver_ == LinearSolver::cholmod)
        analysis_->direct = make_cholmod_solver(analysis_->matrix);
#endif
      if (!analysis_->direct) analysis_->direct = make_ldlt_solver(analysis_->matrix);
    }
    reduced_.resize(static_cast<std::size_t>(analysis_->matrix.size()));
    if (!may_change_solver_ || analysis_->direct->factor_entries() <= kMaxFactorEntries) return;
    analysis_.reset();
    solver_ = LinearSolver::pcg;
  }
  pcg_ = std::make_unique<PcgSolver>(net_, pool_);
}

// The analysis that an earlier backend left with the net, if it is for the same solver.
template <int D>
std::shared_ptr<Analysis> CpuBackend<D>::shelved() {
  const std::lock_guard<std::mutex> lock(net_.shelf->lock);
  auto found = std::static_pointer_cast<Analysis>(net_.shelf->analysis);
  if (!found || found->solver != solver_) return nullptr;
  net_.shelf->analysis.reset();
  return found;
}

template <int D>
Factor CpuBackend<D>::factorise(VectorId x, MatrixKind kind) {
  stiffness(x, kind.projected);
  analyse();
  if (pcg_) return pcg_->prepare(K_.data(), kind.shift);
  analysis_->matrix.gather(K_.data(), kind.shift);
  return analysis_->direct->factorise(analysis_->matrix);
}

template <int D>
bool CpuBackend<D>::solve(VectorId right, VectorId result, double tolerance) {
  if (pcg_) return pcg_->solve(at(right), at(result), tolerance);
  TENSIO_ASSERT(analysis_ != nullptr);
  analysis_->matrix.restrict_to(at(right), reduced_.data());
  analysis_->direct->solve(reduced_.data());
  analysis_->matrix.extend_from(reduced_.data(), at(result));
  return true;
}

template <int D>
void CpuBackend<D>::node_newton_step(VectorId x, VectorId fid, VectorId pid) {
  stiffness(x, false);
  const double* f = at(fid);
  double* p = at(pid);
  for (int node = 0; node < net_.node_count; ++node) {
    const auto n = static_cast<std::size_t>(node);
    Eigen::Matrix<double, D, D> block =
        Eigen::Map<const Eigen::Matrix<double, D, D>>(K_.data() + wide(net_.diagonal[n]) * D * D);
    for (int i = 0; i < D; ++i)
      if (net_.held[n * D + static_cast<std::size_t>(i)]) {
        block.row(i).setZero();
        block.col(i).setZero();
        block(i, i) = net_.node_stiffness[n];
      }
    const Eigen::FullPivLU<Eigen::Matrix<double, D, D>> inverse(block);
    Eigen::Map<Eigen::Matrix<double, D, 1>> step(p + wide(node) * D);
    if (inverse.isInvertible())
      step = inverse.solve(Eigen::Map<const Eigen::Matrix<double, D, 1>>(f + wide(node) * D));
    else
      step.setZero();
  }
}

template <int D>
double CpuBackend<D>::largest_eigenvalue(VectorId x) {
  stiffness(x, false);
  // Power iteration from a start without symmetry; a few per cent are enough for a threshold.
  constexpr int kIterations = 30;
  std::vector<double> v(net_.held.size()), w(v.size());
  Random random(1);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = net_.held[i] ? 0.0 : random.uniform(-1, 1);
  const auto norm_of = [&](const std::vector<double>& u) {
    return std::sqrt(pool_.parallel_sum(axes(), [&](int begin, int end) {
      double sum = 0;
      for (int i = begin; i < end; ++i)
        sum += u[static_cast<std::size_t>(i)] * u[static_cast<std::size_t>(i)];
      return sum;
    }));
  };
  double norm = norm_of(v), value = 0;
  for (int iteration = 0; iteration < kIterations && norm > 0; ++iteration) {
    for (double& component : v) component /= norm;
    std::fill(w.begin(), w.end(), 0.0);
    subtract_rows(v.data(), w.data());
    mask_forces(net_, 0, axes(), w.data());
    v.swap(w);
    value = norm = norm_of(v);
  }
  return value;
}

template <int D>
int CpuBackend<D>::negative_pivots(std::span<const double> blocks, DiagonalShift shift) {
  analyse();
  counted_ = nullptr;
  if (pcg_) return -1;
  // Where Cholesky goes through, nothing is negative; that is the common case.
  analysis_->matrix.gather(blocks.data(), 0, shift);
  if (analysis_->direct->factorise(analysis_->matrix) == Factor::positive_definite) {
    counted_ = analysis_->direct.get();
    return 0;
  }
  if (!analysis_->inertia) analysis_->inertia = make_ldlt_solver(analysis_->matrix);
  if (analysis_->inertia->factor_entries() > kMaxFactorEntries) return -1;
  // A pivot of exactly zero is moved off by a nearby shift.
  for (double factor : {1.0, 1.0 + 1e-3, 1.0 - 1e-3}) {
    analysis_->matrix.gather(blocks.data(), 0, {factor * shift.uniform, factor * shift.per_mass});
    (void)analysis_->inertia->factorise(analysis_->matrix);
    if (const int count = analysis_->inertia->negative_pivots(); count >= 0) {
      counted_ = analysis_->inertia.get();
      return count;
    }
  }
  return -1;
}

template <int D>
void CpuBackend<D>::solve_counted(VectorId right, VectorId result) {
  TENSIO_ASSERT(counted_ != nullptr);
  analysis_->matrix.restrict_to(at(right), reduced_.data());
  counted_->solve(reduced_.data());
  analysis_->matrix.extend_from(reduced_.data(), at(result));
}

template <int D>
void CpuBackend<D>::negative_direction(VectorId v) {
  TENSIO_ASSERT(analysis_ && analysis_->inertia);
  analysis_->inertia->negative_direction(reduced_.data());
  analysis_->matrix.extend_from(reduced_.data(), at(v));
  mask_forces(net_, 0, axes(), at(v));
}

template <int D>
void CpuBackend<D>::subtract_product(VectorId uid, VectorId fid) {
  subtract_rows(at(uid), at(fid));
}

// f -= K u.
template <int D>
void CpuBackend<D>::subtract_rows(const double* u, double* f) {
  pool_.parallel_for(net_.node_count, [&](int begin, int end) {
    for (int node = begin; node < end; ++node) {
      const auto n = static_cast<std::size_t>(node);
      for (int slot = net_.row_start[n]; slot < net_.row_start[n + 1]; ++slot) {
        const double* block = K_.data() + wide(slot) * D * D;
        const Vec<D> other = load<D>(u, net_.column[static_cast<std::size_t>(slot)]);
        for (int i = 0; i < D; ++i)
          for (int j = 0; j < D; ++j) f[wide(node) * D + i] -= block[i * D + j] * other[j];
      }
    }
  });
}

}  // namespace

std::unique_ptr<Backend> make_backend(const NetworkData& net, const EquilibriumOptions& options) {
  if (net.dimension == 2) return std::make_unique<CpuBackend<2>>(net, options);
  return std::make_unique<CpuBackend<3>>(net, options);
}

}  // namespace tensio
