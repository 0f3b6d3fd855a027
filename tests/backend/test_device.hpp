// The device of the tests of DeviceBackend: in tensio_tests the host, whose passes are loops over
// the same bodies; in tensio_gpu_tests the GPU.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "backend/backend.hpp"
#include "backend/cuda/device.hpp"
#include "backend/cuda/device_backend.hpp"

namespace tensio::testing {

template <int D>
std::unique_ptr<Device<D>> make_test_device();

/// What passed through the devices of this test since reset(); only the host counts.
struct DeviceTraffic {
  std::size_t to_host = 0, to_device = 0;
  std::size_t allocated = 0, most_allocated = 0;
  std::size_t passes = 0;
  static DeviceTraffic& of_all();
  void reset() { *this = {.allocated = allocated, .most_allocated = allocated}; }
};
/// Whether of_all() counts.
extern const bool kCountsTraffic;

/// For UsingBackend.
inline std::unique_ptr<Backend> make_device_backend(NetworkData net,
                                                    const EquilibriumOptions& options) {
  const int d = net.dimension;
  std::unique_ptr<Backend> host = make_cpu_backend(std::move(net), options);
  if (d == 2) return with_device(std::move(host), make_test_device<2>());
  return with_device(std::move(host), make_test_device<3>());
}

}  // namespace tensio::testing
