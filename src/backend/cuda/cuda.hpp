// GPUs by CUDA. Where the build has none (no_cuda.cpp) or the machine has none, the rest of the
// program is the same.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "backend/cuda/device.hpp"

namespace tensio {

struct CudaProbe {
  bool found = false;  ///< a device that this build can use
  std::string name = {};
  std::string why = {};  ///< it was not
};

bool built_with_cuda();
/// Looks once.
const CudaProbe& find_cuda();
/// The first device. Throws Error where there is none.
template <int D>
std::unique_ptr<Device<D>> make_cuda_device();

}  // namespace tensio
