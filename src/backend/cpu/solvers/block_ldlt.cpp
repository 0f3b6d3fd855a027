#include "backend/cpu/solvers/block_ldlt.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <memory>

#include "backend/cpu/kernels/front_kernel.hpp"
#include "backend/cpu/solvers/fronts.hpp"
#include "backend/cpu/solvers/single_solve.hpp"
#include "core/index.hpp"
#include "core/parallel.hpp"

namespace tensio {

namespace {

/// Multiplications and entries from which threads are worth waking up.
constexpr double kWorkForThreads = 1e6, kEntriesForThreads = 2e5;

// Four sums side by side, whatever the processor.
using Four = double __attribute__((vector_size(4 * sizeof(double))));

double dot(const double* a, const double* b, int count) {
  Four sums = {};
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    // At any alignment.
    Four x, y;
    std::memcpy(&x, a + i, sizeof x);
    std::memcpy(&y, b + i, sizeof y);
    sums += x * y;
  }
  double sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  for (; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

// For FrontThreads.
void run_on(void* pool, int count, void (*part)(void* work, int begin, int end), void* work) {
  static_cast<ThreadPool*>(pool)->parallel_for(
      count, [&](int begin, int end) { part(work, begin, end); }, 2);
}

/// Numbers that are not set at first: for a large front that takes as long as small fronts.
class Workspace {
 public:
  double* of(std::size_t count) {
    if (count > count_) numbers_.reset(new double[count]);
    count_ = std::max(count, count_);
    return numbers_.get();
  }

 private:
  std::unique_ptr<double[]> numbers_;
  std::size_t count_ = 0;
};

class BlockLdlt final : public InertiaSolver {
 public:
  BlockLdlt(const ScalarMatrix& matrix, int threads, SolvePrecision precision)
      : fronts_(matrix),
        pool_(threads),
        pivot_(fronts_.place.size()),
        vector_(fronts_.place.size()),
        column_(fronts_.place.size()) {
    for (std::size_t c = 0; c < column_.size(); ++c)
      column_[fronts_.place[c]] = static_cast<int>(c);
    if (precision == SolvePrecision::single) single_ = std::make_unique<SingleSolve>(fronts_);
  }

  double factor_entries() const override { return fronts_.entries; }
  double factor_work() const override { return fronts_.work; }

  using DirectSolver::factorise;
  Factor factorise(const ScalarMatrix& matrix, FactorUntil until) override {
    const FrontKernel kernel = front_kernel();
    value_.resize(fronts_.value_count);
    update_.resize(fronts_.update_count);
    std::atomic<bool> good = true;
    const bool stops = until == FactorUntil::negative_pivot;
    const auto compute = [&](const Task& task, Workspace& workspace, const FrontThreads* threads) {
      double* const numbers = workspace.of(front_workspace(fronts_.largest));
      for (int f : task)
        if (!good.load(std::memory_order_relaxed) ||
            !eliminate(f, matrix, {kernel, numbers, threads}) ||
            (stops && has_negative_pivot(fronts_.front[f], matrix)))
          return good.store(false, std::memory_order_relaxed);
    };
    for_each(fronts_.tasks, fronts_.work > kWorkForThreads,
             [&](const Task& task, Workspace& workspace) { compute(task, workspace, nullptr); });
    // The last ones wait for each other: all threads work on the same front.
    Workspace workspace;
    const FrontThreads threads{&pool_, &run_on};
    if (good) compute(fronts_.last, workspace, pool_.threads() > 1 ? &threads : nullptr);
    is_factorised_ = good;
    // Threads may meet a negative pivot or one of zero first.
    if (!good) return stops ? Factor::indefinite : Factor::failed;
    if (single_) single_->take(value_, pivot_);
    return judged(matrix);
  }

  void solve(double* right) override {
    if (single_) return single_->solve(right, pool_);
    for (std::size_t c = 0; c < fronts_.place.size(); ++c) vector_[fronts_.place[c]] = right[c];
    for_each(fronts_.parts, fronts_.entries > kEntriesForThreads,
             [&](const Task& part, Workspace& workspace) {
               solve_part(part, workspace.of(usize(fronts_.largest)));
             });
    for (std::size_t c = 0; c < fronts_.place.size(); ++c) right[c] = vector_[fronts_.place[c]];
  }

  int negative_pivots() const override {
    if (!is_factorised_) return -1;
    return static_cast<int>(
        std::count_if(pivot_.begin(), pivot_.end(), [](double pivot) { return pivot < 0.0; }));
  }

  // With P A Pᵀ = L D Lᵀ, the solution of Lᵀ P v = e_j has v.A v = D_j.
  void negative_direction(double* v) const override {
    std::fill(vector_.begin(), vector_.end(), 0.0);
    vector_[usize(std::min_element(pivot_.begin(), pivot_.end()) - pivot_.begin())] = 1.0;
    std::vector<double> rows(usize(fronts_.largest));
    for (auto front = fronts_.front.rbegin(); front != fronts_.front.rend(); ++front)
      backward(*front, rows.data(), false);
    for (std::size_t c = 0; c < fronts_.place.size(); ++c) v[c] = vector_[fronts_.place[c]];
  }

 private:
  // Each task once, side by side if that pays; they share nothing that one of them writes.
  template <class Work>
  void for_each(const std::vector<Task>& tasks, bool many, Work&& work) {
    const int count = static_cast<int>(tasks.size());
    const auto some = [&](int begin, int end) {
      Workspace workspace;
      for (int t = begin; t < end; ++t) work(tasks[t], workspace);
    };
    if (many)
      pool_.parallel_for(count, some, 2);
    else
      some(0, count);
  }

  struct Elimination {
    FrontKernel kernel;
    double* workspace;
    const FrontThreads* threads;
  };
  // One front: the matrix and the updates of its children added up, then its columns eliminated.
  bool eliminate(int f, const ScalarMatrix& matrix, const Elimination& with) {
    const Front& front = fronts_.front[f];
    double* const panel = value_.data() + front.value;
    double* const update = update_.data() + front.update;
    std::fill_n(panel, usize(front.columns) * usize(front.size()), 0.0);
    for (std::size_t j = 0, rows = usize(front.rows); j < rows; ++j)
      std::fill_n(update + j * rows + j, rows - j, 0.0);
    for (std::size_t e = front.entry_begin; e < front.entry_end; ++e)
      panel[fronts_.entry[e].target] = matrix.values()[fronts_.entry[e].source];
    for (int c = fronts_.child_start[f]; c < fronts_.child_start[usize(f) + 1]; ++c)
      add_update(fronts_.front[fronts_.child[c]], front, panel, update);
    return with.kernel({panel, usize(front.size()), front.columns, front.size(), update,
                        pivot_.data() + front.column, with.workspace, with.threads});
  }

  void add_update(const Front& child, const Front& parent, double* panel, double* update) const {
    const double* from = update_.data() + child.update;
    const int* const place = fronts_.in_parent.data() + child.row_begin;
    for (int j = 0; j < child.rows; ++j, from += child.rows) {
      const int column = place[j];
      double* const to =
          column < parent.columns
              ? panel + usize(column) * usize(parent.size())
              : update + usize(column - parent.columns) * usize(parent.rows) - parent.columns;
      for (int i = j; i < child.rows; ++i) to[place[i]] += from[i];
    }
  }

  // Below this a pivot counts as zero.
  double least(int pivot, const ScalarMatrix& matrix) const {
    return kSingularPivot * std::abs(matrix.values()[matrix.outer()[column_[pivot]]]);
  }
  bool is_negative(int pivot, const ScalarMatrix& matrix) const {
    return !std::isfinite(pivot_[pivot]) || pivot_[pivot] < -least(pivot, matrix);
  }
  bool has_negative_pivot(const Front& front, const ScalarMatrix& matrix) const {
    for (int j = 0; j < front.columns; ++j)
      if (is_negative(front.column + j, matrix)) return true;
    return false;
  }

  // Whether the matrix is positive definite, by its pivots.
  Factor judged(const ScalarMatrix& matrix) const {
    bool singular = false;
    for (int i = 0; i < static_cast<int>(pivot_.size()); ++i) {
      if (is_negative(i, matrix)) return Factor::indefinite;
      singular |= pivot_[i] < least(i, matrix);
    }
    return singular ? Factor::nearly_singular : Factor::positive_definite;
  }

  void solve_part(const Task& part, double* rows) {
    for (int f : part) forward(fronts_.front[f], rows);
    for (auto f = part.rbegin(); f != part.rend(); ++f) backward(fronts_.front[*f], rows, true);
  }

  // L y = b: what a front's columns contribute to the rows below is collected first.
  void forward(const Front& front, double* rows) {
    double* const x = vector_.data() + front.column;
    std::fill_n(rows, front.size(), 0.0);
    const double* column = value_.data() + front.value;
    const std::size_t stride = usize(front.size());
    // Columns two by two, which halves what is read and written of the rows.
    int j = 0;
    for (; j + 1 < front.columns; j += 2, column += 2 * stride) {
      const double* const next = column + stride;
      const double a = x[j] -= rows[j];
      const double b = x[j + 1] -= rows[j + 1] + column[j + 1] * a;
      for (int i = j + 2; i < front.size(); ++i) rows[i] += column[i] * a + next[i] * b;
    }
    if (j < front.columns) {
      const double a = x[j] -= rows[j];
      for (int i = j + 1; i < front.size(); ++i) rows[i] += column[i] * a;
    }
    const int* const place = fronts_.row.data() + front.row_begin;
    for (int i = 0; i < front.rows; ++i) vector_[place[i]] -= rows[front.columns + i];
  }

  // Lᵀ x = D⁻¹ y, or with y itself.
  void backward(const Front& front, double* rows, bool divide) const {
    double* const x = vector_.data() + front.column;
    const int* const place = fronts_.row.data() + front.row_begin;
    for (int i = 0; i < front.rows; ++i) rows[front.columns + i] = vector_[place[i]];
    for (int j = front.columns - 1; j >= 0; --j) {
      const double* const column = value_.data() + front.value + usize(j) * usize(front.size());
      const double value = divide ? x[j] / pivot_[front.column + j] : x[j];
      rows[j] = x[j] = value - dot(column + j + 1, rows + j + 1, front.size() - j - 1);
    }
  }

  Fronts fronts_;
  ThreadPool pool_;  // its own: a factorisation may outlive the solve that began it
  std::vector<double> value_, update_, pivot_;
  std::unique_ptr<SingleSolve> single_;  // if that is the precision
  mutable std::vector<double> vector_;   // in the order of the factor
  std::vector<int> column_;              // of the matrix, of each pivot
  bool is_factorised_ = false;
};

}  // namespace

std::unique_ptr<InertiaSolver> make_block_ldlt_solver(const ScalarMatrix& matrix, int threads,
                                                      SolvePrecision precision) {
  return std::make_unique<BlockLdlt>(matrix, threads, precision);
}

}  // namespace tensio
