// A system compiled for computing: packed arrays and a fixed sparsity pattern.
#pragma once

#include <cstddef>
#include <memory>

#include "tensio/model/system.hpp"

namespace tensio {

struct NetworkData;

/// Immutable and cheap to copy. Everything asked of it is answered in the user's order.
class Network {
 public:
  explicit Network(std::shared_ptr<const NetworkData> data);

  int dimension() const;
  int node_count() const;
  int spring_count() const;
  /// Bytes used by the packed arrays.
  std::size_t memory() const;
  const NetworkData& data() const { return *data_; }

 private:
  std::shared_ptr<const NetworkData> data_;
};

/// Throws Error with every problem of the system, as validate() lists them.
Network compile(const System& system, Validated validated = Validated::no);

}  // namespace tensio
