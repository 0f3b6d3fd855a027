// Results to hand over: one HTML page that needs nothing else.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tensio/model/options.hpp"
#include "tensio/model/system.hpp"
#include "tensio/pictures/draw.hpp"
#include "tensio/solve/report.hpp"

namespace tensio {

/// One rest state that the page shows.
struct PageResult {
  std::string name = {};  ///< of the combination; may be empty where there is one result alone
  const System* system = nullptr;  ///< with what acted: the scene, or the scene under a combination
  const Equilibrium* rest = nullptr;
  std::vector<double> residuals = {};  ///< of each iteration, from the start on; may be empty
  std::string displaced_from = "the drawn shape";  ///< what displacements are counted from
  /// It is the end of a construction stage, and `system` the net at that time: see stage_systems().
  bool stage = false;
};

struct PageOptions {
  std::string scene_file = {};    ///< as the user named it; may be empty
  EquilibriumOptions solve = {};  ///< what was asked of the solver
  DrawOptions draw = {};
  std::size_t rows = 1000;  ///< a table shows no more than these, and says so
};

/// A page for a browser and for paper: the scene, and for each result the verdict, pictures, the
/// convergence curve and tables. Results of stages come first, in their order; these and those of
/// combinations have an overview and an envelope each. It refers to nothing outside itself, and the
/// same results give the same text. A net of more than 200,000 springs has no picture.
std::string page_html(const System& scene, const std::vector<PageResult>& results,
                      const PageOptions& options = {});

}  // namespace tensio
