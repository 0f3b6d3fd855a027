// CHOLMOD behind the interface of direct solvers.
#pragma once

#include <memory>

#include "backend/common/direct_solver.hpp"

namespace tensio {

#if defined(TENSIO_HAS_CHOLMOD)
/// CHOLMOD's supernodal Cholesky: fast, repeatable on one CPU model.
std::unique_ptr<DirectSolver> make_cholmod_solver(const ScalarMatrix& matrix);
#endif

}  // namespace tensio
