// Between the nodes of a net and groups of them: P takes the motions of groups to those of nodes.
#pragma once

#include <vector>

#include "backend/cpu/solvers/interpolation.hpp"
#include "backend/cpu/solvers/preconditioner.hpp"

namespace tensio {

template <int D>
class GroupTransfer {
 public:
  GroupTransfer(const NetworkData& net, Interpolation groups, ThreadPool& pool);

  int groups() const { return groups_.count; }
  /// For each group those that blocks of Pᵀ A P join it to, from itself on, ascending.
  const std::vector<int>& coarse_start() const { return coarse_start_; }
  const std::vector<int>& coarse_group() const { return coarse_group_; }
  /// Computes A P; `coarse` becomes the lower triangle of Pᵀ A P by single columns.
  void prepare(const BlockMatrix& A, std::vector<double>& coarse);
  /// right = Pᵀ r; r is zero on fixed axes.
  void restrict_to(const double* r, double* right);
  /// right = Pᵀ (r - unit A y); y by padded rows.
  void restrict_rest(const double* r, const float* y, double unit, double* right);
  /// z += P motion.
  void extend(const double* motion, double* z);

 private:
  void find_products();
  void find_coarse();
  void multiply_rows(const BlockMatrix& A, int begin, int end);
  void add_up(int begin, int end, double* coarse);

  const NetworkData& net_;
  Interpolation groups_;
  ThreadPool& pool_;
  std::vector<int> coarse_start_, coarse_group_;
  std::vector<std::ptrdiff_t> coarse_value_;  // where the entries of each group's columns begin
  // A P has a block for each node and each group that its row leads to. They lie by groups, with
  // nodes ascending, which is the order of all sums, with the node's own weight in the group.
  std::vector<int> reach_start_, reach_;  // the groups of each node, ascending
  std::vector<int> place_;                // of each of them in products_
  std::vector<int> product_start_;        // of each group
  struct Member {
    int node;
    float weight;  // zero where springs alone join it to the group
  };
  std::vector<Member> member_;
  std::vector<double> exact_;    // A P
  std::vector<float> products_;  // the same for restrict_rest(), which steers iterations only
};

}  // namespace tensio
