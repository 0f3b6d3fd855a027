// What quasi-Newton methods learn from their last steps (L-BFGS) [Nocedal 1980].
#pragma once

#include <algorithm>

#include "backend/backend.hpp"

namespace tensio {

/// The last steps, `most` at most, in vectors that are given to it.
template <int most>
class RecentSteps {
 public:
  void set_vectors(int i, VectorId s, VectorId y) { pairs_[i] = {s, y, 0}; }
  bool empty() const { return count_ == 0; }
  void forget() { count_ = 0; }

  /// The step from old_x to x, and the change of the gradient along it; f is minus the gradient.
  /// Kept only where the energy curves upwards along the step.
  void remember(Backend& backend, VectorId old_x, VectorId x, VectorId old_f, VectorId f) {
    Pair& pair = pairs_[next_ % most];
    backend.copy(x, pair.s);
    backend.axpy(-1, old_x, pair.s);
    backend.copy(old_f, pair.y);
    backend.axpy(-1, f, pair.y);
    pair.product = backend.dot(pair.s, pair.y);
    if (!(pair.product > 0)) return;
    ++next_;
    count_ = std::min(count_ + 1, most);
  }

  /// p = B f by the two loops; first(p) applies the B that the steps correct.
  template <class First>
  void apply(Backend& backend, VectorId f, VectorId p, First&& first) const {
    backend.copy(f, p);
    double alpha[most] = {};
    for (int i = 0; i < count_; ++i) {
      const Pair& pair = recent(i);
      alpha[i] = backend.dot(pair.s, p) / pair.product;
      backend.axpy(-alpha[i], pair.y, p);
    }
    first(p);
    for (int i = count_ - 1; i >= 0; --i) {
      const Pair& pair = recent(i);
      backend.axpy(alpha[i] - backend.dot(pair.y, p) / pair.product, pair.s, p);
    }
  }

 private:
  struct Pair {
    VectorId s = -1, y = -1;  // change of position, and of the gradient
    double product = 0;
  };
  const Pair& recent(int i) const { return pairs_[(next_ - 1 - i) % most]; }

  Pair pairs_[most];
  int next_ = 0, count_ = 0;
};

}  // namespace tensio
