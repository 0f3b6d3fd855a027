#include "backend/cpu/solvers/single_solve.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/index.hpp"

namespace tensio {

namespace {

/// Entries from which threads are worth waking up.
constexpr double kEntriesForThreads = 2e5;

// Four numbers in a register that every processor has.
using FourFloats = float __attribute__((vector_size(4 * sizeof(float))));

FourFloats four(const float* from) {
  FourFloats numbers;
  std::memcpy(&numbers, from, sizeof numbers);
  return numbers;
}

// The sums of two columns times the same numbers.
void products_of_two(const float* a, const float* b, const float* x, int count, float* sums) {
  FourFloats of_a = {}, of_b = {};
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    const FourFloats numbers = four(x + i);
    of_a += four(a + i) * numbers;
    of_b += four(b + i) * numbers;
  }
  sums[0] = (of_a[0] + of_a[1]) + (of_a[2] + of_a[3]);
  sums[1] = (of_b[0] + of_b[1]) + (of_b[2] + of_b[3]);
  for (; i < count; ++i) {
    sums[0] += a[i] * x[i];
    sums[1] += b[i] * x[i];
  }
}

}  // namespace

SingleSolve::SingleSolve(const Fronts& fronts) : fronts_(fronts), row_(fronts.row) {
  find_tails();
  for (const Task& task : fronts.tasks) {
    int largest = 0;
    for (int f : task) largest = std::max(largest, fronts.front[f].size());
    workspace_.emplace_back(usize(largest));
  }
  workspace_.emplace_back(usize(fronts.largest));
  inverse_.resize(fronts.place.size());
  vector_.resize(fronts.place.size() + tail_row_.size());
}

void SingleSolve::find_tails() {
  std::vector<std::uint8_t> is_last(fronts_.place.size(), 0);
  for (int f : fronts_.last) {
    const Front& front = fronts_.front[f];
    std::fill_n(is_last.begin() + front.column, front.columns, std::uint8_t(1));
  }
  const int size = static_cast<int>(fronts_.place.size());
  tail_start_.assign(1, 0);
  std::vector<int> outside;
  for (const Task& task : fronts_.tasks) {
    const auto for_outside = [&](auto&& visit) {
      for (int f : task) {
        const Front& front = fronts_.front[f];
        for (std::size_t r = front.row_begin; r < front.row_begin + usize(front.rows); ++r)
          if (is_last[fronts_.row[r]] != 0) visit(r);
      }
    };
    outside.clear();
    for_outside([&](std::size_t r) { outside.push_back(fronts_.row[r]); });
    std::sort(outside.begin(), outside.end());
    outside.erase(std::unique(outside.begin(), outside.end()), outside.end());
    for_outside([&](std::size_t r) {
      const auto found = std::lower_bound(outside.begin(), outside.end(), fronts_.row[r]);
      row_[r] = size + tail_start_.back() + static_cast<int>(found - outside.begin());
    });
    tail_row_.insert(tail_row_.end(), outside.begin(), outside.end());
    tail_start_.push_back(static_cast<int>(tail_row_.size()));
  }
}

void SingleSolve::take(const std::vector<double>& values, const std::vector<double>& pivots) {
  value_.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) value_[i] = static_cast<float>(values[i]);
  unit_ = 0;
  for (double pivot : pivots) unit_ = std::max(unit_, std::abs(pivot));
  for (std::size_t i = 0; i < pivots.size(); ++i)
    inverse_[i] = static_cast<float>(unit_ / pivots[i]);
}

// In units of the largest number, single precision is never too narrow.
void SingleSolve::solve(double* right, ThreadPool& pool) {
  const std::size_t size = fronts_.place.size();
  double largest = 0;
  for (std::size_t c = 0; c < size; ++c) largest = std::max(largest, std::abs(right[c]));
  if (largest == 0) return;
  const double scale = 1 / largest;
  for (std::size_t c = 0; c < size; ++c)
    vector_[fronts_.place[c]] = static_cast<float>(scale * right[c]);
  const auto for_tasks = [&](auto&& work) {
    const auto some = [&](int begin, int end) {
      for (int t = begin; t < end; ++t) work(usize(t));
    };
    const int count = static_cast<int>(fronts_.tasks.size());
    if (fronts_.entries > kEntriesForThreads)
      pool.parallel_for(count, some, 2);
    else
      some(0, count);
  };
  for_tasks([&](std::size_t t) { solve_task_forward(t); });
  for (std::size_t i = 0; i < tail_row_.size(); ++i) vector_[tail_row_[i]] += vector_[size + i];
  float* const rows = workspace_.back().data();
  for (int f : fronts_.last) forward(fronts_.front[f], rows);
  for (auto f = fronts_.last.rbegin(); f != fronts_.last.rend(); ++f)
    backward(fronts_.front[*f], rows);
  for_tasks([&](std::size_t t) { solve_task_backward(t); });
  const double unit = largest / unit_;
  for (std::size_t c = 0; c < size; ++c)
    right[c] = unit * static_cast<double>(vector_[fronts_.place[c]]);
}

void SingleSolve::solve_task_forward(std::size_t task) {
  float* const tail = vector_.data() + fronts_.place.size();
  std::fill(tail + tail_start_[task], tail + tail_start_[task + 1], 0.0f);
  for (int f : fronts_.tasks[task]) forward(fronts_.front[f], workspace_[task].data());
}

void SingleSolve::solve_task_backward(std::size_t task) {
  float* const tail = vector_.data() + fronts_.place.size();
  for (int i = tail_start_[task]; i < tail_start_[task + 1]; ++i) tail[i] = vector_[tail_row_[i]];
  const Task& fronts = fronts_.tasks[task];
  for (auto f = fronts.rbegin(); f != fronts.rend(); ++f)
    backward(fronts_.front[*f], workspace_[task].data());
}

// L y = b: what a front's columns contribute to the rows below is collected first. Columns two by
// two, which halves what is read and written of the rows.
void SingleSolve::forward(const Front& front, float* rows) {
  float* const x = vector_.data() + front.column;
  const int size = front.size();
  std::fill_n(rows, size, 0.0f);
  const float* column = value_.data() + front.value;
  int j = 0;
  for (; j + 1 < front.columns; j += 2, column += 2 * wide(size)) {
    const float* const next = column + size;
    const float a = x[j] -= rows[j];
    const float b = x[j + 1] -= rows[j + 1] + column[j + 1] * a;
    for (int i = j + 2; i < size; ++i) rows[i] += column[i] * a + next[i] * b;
  }
  if (j < front.columns) {
    const float a = x[j] -= rows[j];
    for (int i = j + 1; i < size; ++i) rows[i] += column[i] * a;
  }
  const int* const place = row_.data() + front.row_begin;
  for (int i = 0; i < front.rows; ++i) vector_[place[i]] -= rows[front.columns + i];
}

// Lᵀ x = D⁻¹ y.
void SingleSolve::backward(const Front& front, float* rows) {
  float* const x = vector_.data() + front.column;
  const float* const inverse = inverse_.data() + front.column;
  const int* const place = row_.data() + front.row_begin;
  const int size = front.size();
  for (int i = 0; i < front.rows; ++i) rows[front.columns + i] = vector_[place[i]];
  const float* const values = value_.data() + front.value;
  int j = front.columns;
  for (; j > 1; j -= 2) {
    const float* const a = values + wide(j - 2) * size;
    const float* const b = a + size;
    float sums[2];
    products_of_two(a + j, b + j, rows + j, size - j, sums);
    rows[j - 1] = x[j - 1] = x[j - 1] * inverse[j - 1] - sums[1];
    rows[j - 2] = x[j - 2] = x[j - 2] * inverse[j - 2] - (sums[0] + a[j - 1] * rows[j - 1]);
  }
  if (j == 1) {
    float sums[2];
    products_of_two(values + 1, values + 1, rows + 1, size - 1, sums);
    rows[0] = x[0] = x[0] * inverse[0] - sums[0];
  }
}

}  // namespace tensio
