// A matrix of springs and of single nodes, without its blocks: A = sum of the springs' blocks, plus
// a number or a block at each node.
//
// Springs are kept twice: as they are given, and by their lower nodes in single precision, 20 bytes
// each, for the products inside conjugate gradients. Rounding a spring changes the matrix by 6e-8
// of that spring, not the product, so that the iterations are those of a matrix close to A.
#pragma once

#include <vector>

#include "backend/common/host_contact.hpp"
#include "core/parallel.hpp"
#include "network/network_data.hpp"
#include "physics/spring.hpp"

namespace tensio {

template <int D>
class SpringMatrix {
 public:
  SpringMatrix(const NetworkData& net, ThreadPool& pool);

  /// Takes the values: `springs` must stay as they are, `at_node` is one number for each node, and
  /// `blocks` are sorted by nodes.
  void set(const SpringStiffness<D>* springs, std::vector<double>& at_node,
           std::vector<NodeBlock<D>>& blocks);

  const NetworkData& net() const { return net_; }
  const SpringStiffness<D>& spring(int s) const { return springs_[s]; }
  /// What spring() will soon need: springs of a node lie in several places.
  void prefetch(int s) const { __builtin_prefetch(springs_ + s); }
  /// Adds to a diagonal block what its node brings alone.
  void add_node(int node, Block<D>& block) const;
  /// Whether products in single precision make sense for these values.
  bool has_single() const { return has_single_; }
  /// y = A u, with springs in single precision; u is zero on fixed axes, and y becomes so. Returns
  /// u · y.
  double multiply(const double* u, double* y);
  /// The same with springs as they are.
  double multiply_exactly(const double* u, double* y);
  /// f -= (A - shift times the nodes' stiffness) u.
  void subtract_exactly(const double* u, double shift, double* f);
  /// rest = scale r - A y by padded rows, in single precision throughout.
  void subtract(const double* r, double scale, const float* y, float* rest);

 private:
  /// Of each lower node, one after the other.
  struct Single {
    int upper;
    float n[D], along, q;
  };
  /// Consecutive nodes, and the springs that end in them from earlier ones, ascending.
  struct Chunk {
    int begin, end;
    std::vector<int> entering;
  };
  void find_chunks();
  template <class Stiffness>
  double multiply_with(const double* u, double* y, Stiffness&& stiffness);
  template <class Stiffness>
  void multiply_chunk(const Chunk& chunk, const double* u, double* y, Stiffness&& stiffness);

  const NetworkData& net_;
  ThreadPool& pool_;
  // Springs by lower node, in compiled order: start_[n] .. start_[n + 1]
  std::vector<int> start_, lower_, spring_;
  std::vector<Chunk> chunks_;
  const SpringStiffness<D>* springs_ = nullptr;
  std::vector<Single> single_;
  bool has_single_ = true;
  std::vector<double> at_node_;
  std::vector<NodeBlock<D>> blocks_;
  std::vector<double> sums_;  // u · y, of blocks of nodes
};

}  // namespace tensio
