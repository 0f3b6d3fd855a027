#include "backend/cpu/kernels/front_kernel.hpp"

#include "backend/cpu/kernels/simd.hpp"

namespace tensio {

FrontKernel front_kernel() {
#if defined(TENSIO_HAS_AVX2)
  if (simd_level() == SimdLevel::avx2) return &factorise_front_avx2;
#endif
#if defined(TENSIO_HAS_AVX512)
  if (simd_level() == SimdLevel::avx512) return &factorise_front_avx512;
#endif
  return &factorise_front_baseline;
}

}  // namespace tensio
