// The residual of each iteration as a curve.
#pragma once

#include <string>
#include <vector>

namespace tensio::io {

/// An SVG element for an HTML page: residuals from the start on, on a logarithmic scale, with the
/// tolerance as a line. Zero and what is not finite lie on the lower rim.
std::string convergence_svg(const std::vector<double>& residuals, double tolerance);

}  // namespace tensio::io
