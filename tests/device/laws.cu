// Every law, force and block in a __global__ kernel over plain pointers, against the host's bits.
//
//   nvcc -std=c++20 -x cu -O2 -arch=native -fmad=false -Xcompiler -ffp-contract=off
//     -Iinclude -Isrc -Itests tests/device/laws.cu -o laws_on_device && ./laws_on_device
//
// -fmad=false: a*b + c rounds twice, as on the host. Quotients and roots are IEEE's by default.
// Exit status: 0 the same bits; 1 others; 77 no device.
#include <cstdio>
#include <cstdlib>

#include "device/spring_pass.hpp"

namespace {

using namespace tensio;
using namespace tensio::device;

constexpr int kCount = 20000;

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(error));
  std::exit(1);
}

template <class T>
const T* on_device(const std::vector<T>& from) {
  T* to = nullptr;
  check(cudaMalloc(reinterpret_cast<void**>(&to), from.size() * sizeof(T)));
  check(cudaMemcpy(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
  return to;
}

template <Law law, int D>
__global__ void spring_pass(SpringView view, int count, double* results) {
  const int s = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (s < count) compute_spring<law, D>(view, s, results + static_cast<long>(s) * kResults<D>);
}

template <Law law, int D>
std::vector<double> pass_on_device(const SpringView& view, int count) {
  std::vector<double> results(static_cast<std::size_t>(count) * kResults<D>);
  double* to = nullptr;
  check(cudaMalloc(reinterpret_cast<void**>(&to), results.size() * sizeof(double)));
  spring_pass<law, D><<<(count + 127) / 128, 128>>>(view, count, to);
  check(cudaGetLastError());
  check(cudaMemcpy(results.data(), to, results.size() * sizeof(double), cudaMemcpyDeviceToHost));
  check(cudaFree(to));
  return results;
}

template <int D>
long check_all_laws() {
  const Springs<D> springs(kCount, 17 + D);
  long different = 0;
  for (const bool of_strain : {false, true}) {
    const SpringView host = springs.view(of_strain);
    SpringView view = host;
    view.x = on_device(springs.x);
    view.v = on_device(springs.v);
    view.a = on_device(springs.a);
    view.b = on_device(springs.b);
    view.k = on_device(springs.k);
    view.l0 = on_device(springs.l0);
    view.damping = on_device(springs.damping);
    view.offset = on_device(springs.offset);
    view.curve = on_device(springs.curve);
    view.custom = on_device(springs.custom);
    view.part = on_device(springs.part);
    for (int i = 0; i < kLawCount; ++i)
      with_law(static_cast<Law>(i), [&]<Law law>() {
        const long own =
            differences(pass_on_device<law, D>(view, kCount), pass_on_host<law, D>(host, kCount));
        std::printf("%-17s %dD: %ld of %d numbers differ\n", kLawTraits[i].name, D, own,
                    kCount * kResults<D>);
        different += own == 0 ? 0 : 1;
      });
  }
  return different;
}

}  // namespace

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::printf("skipped: no device\n");
    return 77;
  }
  const long different = check_all_laws<2>() + check_all_laws<3>();
  std::printf(different == 0 ? "the device has the host's bits\n" : "the bits differ\n");
  return different == 0 ? 0 : 1;
}
