#include "solve/methods/gcr.hpp"

namespace tensio {

namespace {

/// Residual at which the iteration stops, relative to f.
constexpr double kGcrResidual = 1e-3;

}  // namespace

void solve_gcr(Backend& backend, VectorId f, VectorId p, std::span<const VectorId> space,
               const SubtractProduct& subtract_product) {
  const VectorId r = space[0];
  const std::size_t most = (space.size() - 1) / 2;
  const double enough = kGcrResidual * kGcrResidual * backend.dot(f, f);
  backend.copy(f, r);
  for (std::size_t k = 0; k < most; ++k) {
    const VectorId z = space[2 * k + 1], q = space[2 * k + 2];
    if (k == 0) {
      backend.copy(p, z);
      backend.axpy(-1, p, p);
    } else if (!backend.solve(r, z, kGcrResidual)) {
      return;
    }
    // q = -A z, orthogonal to those before.
    backend.copy(z, q);
    backend.axpy(-1, q, q);
    subtract_product(z, q);
    for (std::size_t i = 0; i < k; ++i) {
      const VectorId other = space[2 * i + 2];
      const double along = backend.dot(q, other) / backend.dot(other, other);
      backend.axpy(-along, other, q);
      backend.axpy(-along, space[2 * i + 1], z);
    }
    const double length = backend.dot(q, q);
    if (!(length > 0)) return;
    const double part = -backend.dot(r, q) / length;
    backend.axpy(part, q, r);
    backend.axpy(part, z, p);
    if (backend.dot(r, r) <= enough) return;
  }
}

}  // namespace tensio
