// Linear systems whose matrix is unsymmetric: generalised conjugate residuals (GCR).
#pragma once

#include <functional>
#include <span>

#include "backend/backend.hpp"

namespace tensio {

/// q -= A z.
using SubtractProduct = std::function<void(VectorId z, VectorId q)>;

/// Solves A p = f approximately, preconditioned with the backend's last factor H: p, which comes as
/// H⁻¹ f, becomes the best solution in the space of H⁻¹ r for the residuals r so far. It reduces f
/// whenever it stops. `space` has two vectors for each direction, and one more.
void solve_gcr(Backend& backend, VectorId f, VectorId p, std::span<const VectorId> space,
               const SubtractProduct& subtract_product);

}  // namespace tensio
