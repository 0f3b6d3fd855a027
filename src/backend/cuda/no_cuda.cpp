// In place of cuda_device.cu, in builds without CUDA.
#include "backend/cuda/cuda.hpp"
#include "tensio/error.hpp"

namespace tensio {

bool built_with_cuda() { return false; }

const CudaProbe& find_cuda() {
  static const CudaProbe probe{.why = "this build has no CUDA"};
  return probe;
}

template <int D>
std::unique_ptr<Device<D>> make_cuda_device() {
  throw Error(find_cuda().why);
}

template std::unique_ptr<Device<2>> make_cuda_device<2>();
template std::unique_ptr<Device<3>> make_cuda_device<3>();

}  // namespace tensio
