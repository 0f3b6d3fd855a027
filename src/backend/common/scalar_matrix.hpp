// The lower triangle of K by single columns, as the direct solvers want it.
//
// The pattern covers all axes; those that are not degrees of freedom become identity rows when
// values are gathered, so that fixing or freeing a node changes no structure. Where more than a
// tenth of the axes is fixed, the pattern holds the unknowns alone: the factorisation is then much
// cheaper.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backend/spectrum.hpp"
#include "network/network_data.hpp"

namespace tensio {

class ScalarMatrix {
 public:
  explicit ScalarMatrix(const NetworkData& net);
  /// Of blocks of d x d numbers, all of them unknowns: for each node its neighbours from itself on,
  /// ascending. The values are the caller's.
  ScalarMatrix(int d, const std::vector<int>& start, const std::vector<int>& neighbour);

  /// The pattern of all axes is valid for any fixed ones; that of the unknowns alone for one set.
  bool is_usable(std::span<const std::uint8_t> constrained) const;
  int size() const { return static_cast<int>(outer_.size()) - 1; }
  const std::vector<int>& outer() const { return outer_; }
  const std::vector<int>& inner() const { return inner_; }
  const std::vector<double>& values() const { return values_; }
  std::vector<double>& values() { return values_; }
  /// Whose axis a column is; the columns of a node follow each other.
  int node(int column) const { return axes_[column] / dimension_; }

  /// Takes the values of blocks K, with shift x node stiffness and `more` added on the diagonal.
  void gather(const NetworkData& net, const double* K, double shift, DiagonalShift more = {});
  /// Between vectors over all axes and vectors of size().
  void restrict_to(const double* all, double* reduced) const;
  void extend_from(const double* reduced, double* all) const;

 private:
  double* copy_column(const NetworkData& net, const double* K, int axis,
                      std::span<const std::uint8_t> is_free, double* to) const;
  double* gather_column(const NetworkData& net, const double* K, int axis, double* to) const;

  std::size_t all_ = 0;  // axes
  int dimension_;
  std::vector<int> axes_;  // the axis of each column
  std::vector<int> outer_, inner_;
  std::vector<double> values_;
};

}  // namespace tensio
