// Runs the tests of DeviceBackend on the first GPU; exit status 77, with one line, where there is
// none.
#include <gtest/gtest.h>

#include <cstdio>

#include "backend/cuda/cuda.hpp"

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  const tensio::CudaProbe& probe = tensio::find_cuda();
  if (!probe.found) {
    std::printf("skipped: no GPU: %s\n", probe.why.c_str());
    return 77;
  }
  std::printf("GPU: %s\n", probe.name.c_str());
  return RUN_ALL_TESTS();
}
