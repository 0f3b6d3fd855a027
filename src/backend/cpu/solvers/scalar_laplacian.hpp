// A matrix with one number for each pair of joined nodes, the same for all axes:
//
//   A = diag(d) + sum over springs of w (e_a - e_b)(e_a - e_b)ᵀ
//
// Nodes that are fixed on all axes are identity rows; where single axes are fixed, those of right
// and result are left out, which keeps the whole symmetric and positive definite. The pattern
// covers all nodes: fixing or freeing one changes no structure.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "backend/cpu/solvers/panels.hpp"
#include "network/network_data.hpp"
#include "tensio/model/motion.hpp"
#include "tensio/model/options.hpp"
#include "tensio/solve/observer.hpp"

namespace tensio {

/// The lower triangle by columns.
struct NodeColumns {
  std::vector<int> start, row;
  std::vector<double> value;
};

/// Who factorises it: the analysis once, values as often as needed.
class NodeFactor {
 public:
  virtual ~NodeFactor() = default;
  virtual std::span<const int> place() const = 0;  ///< of each node in the factor
  /// False where it is not positive definite.
  [[nodiscard]] virtual bool factorise(const NodeColumns& matrix) = 0;
  /// The factor of the last time, into panels.
  virtual void give(Panels<double>& panels) = 0;
  virtual void give(Panels<float>& panels) = 0;
};
std::unique_ptr<NodeFactor> make_ldlt_node_factor(const NodeColumns& matrix);
#if defined(TENSIO_HAS_CHOLMOD)
std::unique_ptr<NodeFactor> make_cholmod_node_factor(const NodeColumns& matrix);
#endif

/// cholmod where that is allowed and the net is large enough for it, else ldlt.
LinearSolver choose_node_solver(const NetworkData& net, bool reproducible);

class ScalarLaplacian {
 public:
  /// `direct` is ldlt or cholmod.
  ScalarLaplacian(const NetworkData& net, LinearSolver direct);

  /// With w of each spring (compiled order) and d of each node; `precision` is that of solve().
  /// False where A is not positive definite.
  [[nodiscard]] bool factorise(std::span<const double> spring_weight,
                               std::span<const double> node_diagonal,
                               Precision precision = Precision::double_precision);
  /// A result = right for all axes, given node by node; zero on axes that are fixed. They may be
  /// the same.
  void solve(const double* right, double* result);

 private:
  template <class Real>
  void solve(const Panels<Real>& panels, std::vector<Real>& work, double scale, const double* right,
             double* result) const;

  // Shared with the thread that factorises, which may outlive a solve that is stopped.
  struct Factorisation {
    NodeColumns matrix;
    std::unique_ptr<NodeFactor> factor;
    bool good = false;
  };
  void order();
  template <class Work>
  void on_factorisation(Activity activity, Work work);

  const NetworkData& net_;
  LinearSolver direct_;
  std::shared_ptr<Factorisation> shared_;  // none after a solve was stopped while it was at work
  Precision precision_ = Precision::double_precision;
  Panels<double> panels_;
  Panels<float> single_;
  // In the order of the factor, padded.
  std::vector<double> work_;
  std::vector<float> single_work_;
};

}  // namespace tensio
