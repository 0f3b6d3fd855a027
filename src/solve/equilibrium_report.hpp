// The report of a solve: the residual, stability, rigidity, and the methods that were used.
#pragma once

#include <string>

#include "solve/methods/iteration.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {

/// Fills rest.report from the result of an iteration that ended at x. The positions and springs of
/// `rest` are filled in already.
void fill_report(Backend& backend, VectorId x, const NewtonResult& found,
                 const EquilibriumOptions& options, Equilibrium& rest);

}  // namespace tensio
