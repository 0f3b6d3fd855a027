// Vectors on a backend, named by ids: one number per axis of a node, or one per spring, in compiled
// order.
#pragma once

#include <span>

namespace tensio {

using VectorId = int;

/// What a vector has numbers for.
enum class Items {
  nodes,   ///< node_count x dimension
  springs  ///< spring_count
};

class Vectors {
 public:
  virtual ~Vectors() = default;

  virtual VectorId make_vector(Items items = Items::nodes) = 0;  ///< all zero
  /// Nodes in the user's order.
  virtual void upload(std::span<const double> user, VectorId to) = 0;
  virtual void download(VectorId from, std::span<double> user) = 0;
  /// Single numbers, by place in compiled order.
  virtual void set_entries(std::span<const int> places, std::span<const double> values,
                           VectorId to) = 0;
  virtual void get_entries(std::span<const int> places, VectorId from,
                           std::span<double> values) = 0;

  virtual void copy(VectorId from, VectorId to) = 0;
  virtual void axpy(double factor, VectorId x, VectorId y) = 0;  ///< y += factor x
  /// z = x + factor y.
  virtual void combine(VectorId x, double factor, VectorId y, VectorId z) = 0;
  /// y += the sum of factors x, in their order.
  virtual void add_all(std::span<const double> factors, std::span<const VectorId> x,
                       VectorId y) = 0;
  virtual void divide(VectorId x, double divisor) = 0;  ///< x /= divisor
  /// products[i] = x[i] . y; sums run in blocks of a fixed size, added in order.
  virtual void dots(std::span<const VectorId> x, VectorId y, std::span<double> products) = 0;
  virtual double max_abs(VectorId x) = 0;
  /// The numbers themselves, in compiled order, to be read and changed; null where they are not in
  /// the memory of this process.
  virtual double* numbers(VectorId /*id*/) { return nullptr; }

  double dot(VectorId x, VectorId y) {
    double product = 0;
    dots({&x, 1}, y, {&product, 1});
    return product;
  }
};

}  // namespace tensio
