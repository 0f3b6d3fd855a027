// The GPU as the device of the tests.
#include "backend/cuda/cuda.hpp"
#include "backend/test_device.hpp"

namespace tensio::testing {

const bool kCountsTraffic = false;

DeviceTraffic& DeviceTraffic::of_all() {
  static DeviceTraffic traffic;
  return traffic;
}

template <int D>
std::unique_ptr<Device<D>> make_test_device() {
  return make_cuda_device<D>();
}
template std::unique_ptr<Device<2>> make_test_device<2>();
template std::unique_ptr<Device<3>> make_test_device<3>();

}  // namespace tensio::testing
