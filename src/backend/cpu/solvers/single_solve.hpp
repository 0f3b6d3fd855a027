// Solutions in single precision with a factor by fronts, for what steers iterations.
#pragma once

#include <vector>

#include "backend/cpu/solvers/fronts.hpp"
#include "core/parallel.hpp"

namespace tensio {

/// Half of the memory, and less than half of the time, of solutions in double precision. Subtrees
/// of the fronts are solved with side by side; what each of them contributes to the fronts that
/// they share is summed by itself, so that the bits do not depend on the threads.
class SingleSolve {
 public:
  /// `fronts` must outlive it.
  explicit SingleSolve(const Fronts& fronts);

  /// Takes the factor: the fronts' panels, and D.
  void take(const std::vector<double>& values, const std::vector<double>& pivots);
  /// In place.
  void solve(double* right, ThreadPool& pool);

 private:
  void find_tails();
  void solve_task_forward(std::size_t task);
  void solve_task_backward(std::size_t task);
  void forward(const Front& front, float* rows);
  void backward(const Front& front, float* rows);

  const Fronts& fronts_;
  std::vector<float> value_, inverse_;  // of L; of D in units of unit_
  double unit_ = 1;
  // In the order of the factor, and then of each task a tail: the rows of the last fronts that it
  // contributes to.
  std::vector<float> vector_;
  std::vector<int> row_;                       // Fronts::row, those outside of a task in its tail
  std::vector<int> tail_start_, tail_row_;     // of each task
  std::vector<std::vector<float>> workspace_;  // of each task, and of the last fronts
};

}  // namespace tensio
