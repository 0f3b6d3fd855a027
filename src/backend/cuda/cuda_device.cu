// The passes on a GPU: one thread for each node, all on one stream. Compiled with -fmad=false, so
// that a*b + c rounds twice as on the host; quotients and roots are IEEE's by default.
#include <cuda_runtime.h>

#include <cstdio>

#include "backend/cuda/cuda.hpp"
#include "backend/cuda/device_passes.hpp"
#include "tensio/error.hpp"

namespace tensio {

namespace {

/// In a block, and blocks of each multiprocessor at the same time: fewer registers, more threads to
/// hide what takes long.
constexpr int kThreads = 128, kBlocks = 8;

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  throw Error(std::string("CUDA could not ") + what + ": " + cudaGetErrorString(error) +
              ": use backend cpu");
}

template <class Body>
__global__ void __launch_bounds__(kThreads, kBlocks) run(Body body, int count) {
  const int i = static_cast<int>(blockIdx.x) * kThreads + static_cast<int>(threadIdx.x);
  if (i < count) body(i);
}

template <int D>
class CudaLauncher : public Device<D> {
 public:
  std::string name() const override { return find_cuda().name; }
  std::size_t free_bytes() const override {
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "ask for the memory of the device");
    return free;
  }
  void* allocate(std::size_t bytes) override {
    void* memory = nullptr;
    char what[96];
    std::snprintf(what, sizeof what, "allocate %.3g MB on the device",
                  1e-6 * static_cast<double>(bytes));
    check(cudaMalloc(&memory, bytes), what);
    return memory;
  }
  void release(void* memory) noexcept override { cudaFree(memory); }
  void clear(void* memory, std::size_t bytes) override {
    check(cudaMemsetAsync(memory, 0, bytes), "clear memory");
  }
  void copy(const void* from, void* to, std::size_t bytes) override {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice), "copy");
  }
  void to_device(const void* from, void* to, std::size_t bytes) override {
    check(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), "copy to the device");
  }
  void to_host(const void* from, void* to, std::size_t bytes) override {
    check(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "copy from the device");
  }

 protected:
  template <class Body>
  void each(int count, const Body& body) {
    if (count <= 0) return;
    run<<<(count - 1) / kThreads + 1, kThreads>>>(body, count);
    check(cudaGetLastError(), "start a pass");
  }
};

CudaProbe look() {
  CudaProbe probe;
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess || count == 0) {
    const bool none = error == cudaSuccess || error == cudaErrorNoDevice ||
                      error == cudaErrorInsufficientDriver;
    probe.why = none ? "this machine has no GPU that CUDA can use" : cudaGetErrorString(error);
    return probe;
  }
  cudaDeviceProp properties;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) {
    probe.why = "the GPU does not answer";
    return probe;
  }
  probe.name = properties.name;
  // A kernel for another architecture would be found missing at the first pass only.
  cudaFuncAttributes attributes;
  const cudaError_t has = cudaFuncGetAttributes(&attributes, run<Axpy>);
  if (has != cudaSuccess)
    probe.why = probe.name + " needs CMAKE_CUDA_ARCHITECTURES=" + std::to_string(properties.major) +
                std::to_string(properties.minor) + " (" + cudaGetErrorString(has) + ")";
  probe.found = has == cudaSuccess;
  return probe;
}

}  // namespace

bool built_with_cuda() { return true; }

const CudaProbe& find_cuda() {
  static const CudaProbe probe = look();
  return probe;
}

template <int D>
std::unique_ptr<Device<D>> make_cuda_device() {
  if (!find_cuda().found) throw Error(find_cuda().why);
  return std::make_unique<DevicePasses<D, CudaLauncher<D>>>();
}

template std::unique_ptr<Device<2>> make_cuda_device<2>();
template std::unique_ptr<Device<3>> make_cuda_device<3>();

}  // namespace tensio
