// The report of a solve: the residual, stability, rigidity, and the methods that were used.
#pragma once

#include <string>

#include "solve/methods/iteration.hpp"
#include "tensio/solve/equilibrium.hpp"

namespace tensio {

/// The state of a solve that is reported.
struct Solved {
  Backend& backend;
  const NetworkData& net;
  VectorId x;
  const NewtonResult& found;
  const EquilibriumOptions& options;
};

/// Fills rest.report from the result of the iteration; the springs of `rest` are filled in already.
void fill_report(const Solved& solved, Equilibrium& rest);

}  // namespace tensio
