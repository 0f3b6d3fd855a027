// L D Lᵀ by dense blocks of nodes, without pivoting.
#pragma once

#include <memory>

#include "backend/common/direct_solver.hpp"

namespace tensio {

/// Of solve(): single is half of the memory, for what steers iterations.
enum class SolvePrecision { full, single };

/// The same bits on every machine and any number of threads (0: as many as the machine has). A
/// multiplication costs a fifth of what it does in make_ldlt_solver(), whose bits differ.
std::unique_ptr<InertiaSolver> make_block_ldlt_solver(
    const ScalarMatrix& matrix, int threads, SolvePrecision precision = SolvePrecision::full);

}  // namespace tensio
