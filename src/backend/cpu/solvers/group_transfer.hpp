// Between the nodes of a net and groups of them: P takes the motions of groups to those of nodes.
#pragma once

#include <cstdint>
#include <vector>

#include "backend/cpu/solvers/block_rows.hpp"
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
  /// `coarse` becomes the lower triangle of Pᵀ A P by single columns.
  void prepare(const SpringMatrix<D>& A, std::vector<double>& coarse);
  /// right = Pᵀ r; r is zero on fixed axes.
  void restrict_to(const double* r, double* right);
  /// right = unit Pᵀ r, of padded rows.
  void restrict_rows(const float* r, double unit, double* right);
  /// z += P motion.
  void extend(const double* motion, double* z);
  /// z = unit y + P motion, of padded rows; returns r · z.
  double extend_rows(const double* motion, const float* y, double unit, const double* r, double* z);

 private:
  /// Rows of A P for some nodes, added up.
  struct Chunk {
    int begin, end;
    int first_group, last_group;  // that they lead to
    std::vector<double> blocks;   // of Pᵀ A P, from the first group on
    std::vector<int> index;       // of the groups that the row at hand leads to
    std::vector<Block<D>> row;    // of A P
  };
  void find_chunks();
  void find_members();
  void find_coarse();
  void add_rows(const SpringMatrix<D>& A, Chunk& chunk);
  void add_row(const SpringMatrix<D>& A, int node, Chunk& chunk);
  void add_row_in_part(const SpringMatrix<D>& A, int node, Chunk& chunk);
  void add_products(int node, Chunk& chunk);
  void write_columns(int begin, int end, double* coarse) const;
  DoubleRow<D> motion_of(int node, const double* motion) const;

  const NetworkData& net_;
  Interpolation groups_;
  ThreadPool& pool_;
  std::vector<int> coarse_start_, coarse_group_;
  std::vector<std::ptrdiff_t> coarse_value_;  // where the entries of each group's columns begin
  std::vector<int> reach_start_, reach_;      // the groups that each node's row leads to, ascending
  struct Member {
    int node;
    float weight;
  };
  std::vector<int> member_start_;         // of each group
  std::vector<Member> member_;            // nodes ascending, which is the order of all sums
  std::vector<Chunk> chunks_;             // they depend on the net only, and so do the bits
  std::vector<std::uint8_t> near_fixed_;  // of each node: an axis of it or of a neighbour is fixed
};

}  // namespace tensio
