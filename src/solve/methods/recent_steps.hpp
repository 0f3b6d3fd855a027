// The approximate inverse of quasi-Newton methods, from their last steps (L-BFGS) [Nocedal 1980].
#pragma once

#include <algorithm>

#include "backend/backend.hpp"
#include "core/index.hpp"

namespace tensio {

/// The last steps, `most` at most, in vectors that the caller provides.
template <int most>
class RecentSteps {
 public:
  void set_vectors(int i, VectorId s, VectorId y) {
    s_[i] = s;
    y_[i] = y;
  }
  bool empty() const { return count_ == 0; }
  void forget() {
    count_ = 0;
    along_of_ = -1;
  }

  /// The step from old_x to x, and the change of the gradient along it; f is minus the gradient.
  /// Stored only if the energy is convex along the step; false if it is not.
  bool remember(Backend& backend, VectorId old_x, VectorId x, VectorId old_f, VectorId f) {
    store_vectors(backend, old_x, x, old_f, f);
    along_of_ = -1;
    const auto known = usize(taken_);
    double column[most];
    backend.dots({s_, known}, y_[next_], {column, known});
    return store_products(column);
  }

  /// The same of a step that is `part` times the p of the last apply(), for old_f, with
  /// slope = old_f . p: all products but those with f follow from known ones. Every such step is
  /// stored: where the curvature along it is less than kLeastCurvature of that of the inverse of
  /// B, the change of the gradient is averaged with what that predicts, part times old_f, so that
  /// it is not less [Powell 1978].
  bool remember_last(Backend& backend, VectorId old_x, VectorId x, VectorId old_f, VectorId f,
                     double part, double slope) {
    store_vectors(backend, old_x, x, old_f, f);
    const auto known = usize(taken_);
    double end[most] = {}, column[most] = {};
    backend.dots({s_, known}, f, {end, known});
    along_[next_] = part * slope;
    for (std::size_t i = 0; i < known; ++i) column[i] = along_[i] - end[i];
    const bool convex = column[next_] > 0;
    const double predicted = part * along_[next_];
    if (column[next_] < kLeastCurvature * predicted) {
      const double own = (1 - kLeastCurvature) * predicted / (predicted - column[next_]);
      backend.axpy(own - 1, y_[next_], y_[next_]);
      backend.axpy((1 - own) * part, old_f, y_[next_]);
      for (std::size_t i = 0; i < known; ++i)
        column[i] = own * column[i] + (1 - own) * part * along_[i];
    }
    std::copy_n(end, known, along_);
    along_of_ = f;
    return store_products(column) && convex;
  }

  /// p = B f by the two-loop recursion; first(p) applies the first B, which the steps correct. All
  /// products with f take one pass, and those with p another: the products of the steps with each
  /// other are stored.
  template <class First>
  void apply(Backend& backend, VectorId f, VectorId p, First&& first) {
    backend.copy(f, p);
    if (count_ == 0) return first(p);
    const auto known = usize(taken_);
    double along_y[most], factor[most] = {}, back[most] = {};
    if (f != along_of_) backend.dots({s_, known}, f, {along_, known});
    along_of_ = -1;
    for (int age = 0; age < count_; ++age) {
      const int i = recent(age);
      double sum = along_[i];
      for (int newer = 0; newer < age; ++newer)
        sum += factor[recent(newer)] * product_[i][recent(newer)];
      factor[i] = -sum / product_[i][i];
    }
    backend.add_all({factor, known}, {y_, known}, p);
    first(p);
    backend.dots({y_, known}, p, {along_y, known});
    for (int age = count_ - 1; age >= 0; --age) {
      const int i = recent(age);
      double sum = along_y[i];
      for (int older = count_ - 1; older > age; --older)
        sum += back[recent(older)] * product_[recent(older)][i];
      back[i] = -factor[i] - sum / product_[i][i];
    }
    backend.add_all({back, known}, {s_, known}, p);
  }

 private:
  static constexpr double kLeastCurvature = 0.2;
  void store_vectors(Backend& backend, VectorId old_x, VectorId x, VectorId old_f, VectorId f) {
    backend.combine(x, -1, old_x, s_[next_]);
    backend.combine(old_f, -1, f, y_[next_]);
    taken_ = std::max(taken_, next_ + 1);
  }
  // The products of all s with the new y; false if its own is not positive.
  bool store_products(const double* column) {
    if (!(column[next_] > 0)) {
      // The step that was stored here is overwritten.
      count_ = std::min(count_, most - 1);
      return false;
    }
    for (int i = 0; i < taken_; ++i) product_[i][next_] = column[i];
    next_ = (next_ + 1) % most;
    count_ = std::min(count_ + 1, most);
    return true;
  }
  /// The index of a step by its age; the newest has age 0.
  int recent(int age) const { return (next_ - 1 - age + most) % most; }

  VectorId s_[most], y_[most];  // changes of position, and of the gradient
  double product_[most][most];  // s_i . y_j, of y that are newer than s, or as old
  double along_[most] = {};     // s_i . f of the last f that was applied, or of along_of_, the next
  VectorId along_of_ = -1;
  int next_ = 0, count_ = 0;
  int taken_ = 0;  // vectors that have been written, valid or not
};

}  // namespace tensio
