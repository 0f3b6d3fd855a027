#include "backend/cpu/kernels/simd.hpp"

#include <atomic>
#include <cstdlib>
#include <string_view>

#include "core/enum_names.hpp"

namespace tensio {

namespace {

std::atomic<int> chosen{-1};

SimdLevel own_choice() {
  const std::vector<SimdLevel> levels = simd_levels();
  if (const char* name = std::getenv("TENSIO_SIMD"))
    for (SimdLevel level : levels)
      if (std::string_view(name) == to_string(level)) return level;
  return levels.back();
}

}  // namespace

const char* to_string(SimdLevel level) { return enum_name(level, {"baseline", "avx2", "avx512"}); }

std::vector<SimdLevel> simd_levels() {
  std::vector<SimdLevel> levels{SimdLevel::baseline};
#if defined(TENSIO_HAS_AVX2)
  if (__builtin_cpu_supports("avx2")) levels.push_back(SimdLevel::avx2);
#endif
#if defined(TENSIO_HAS_AVX512)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    levels.push_back(SimdLevel::avx512);
#endif
  return levels;
}

SimdLevel simd_level() {
  const int forced = chosen.load();
  if (forced >= 0) return static_cast<SimdLevel>(forced);
  static const SimdLevel own = own_choice();
  return own;
}

void choose_simd_level(std::optional<SimdLevel> level) {
  chosen.store(level ? static_cast<int>(*level) : -1);
}

template <>
const Kernel<double>& kernel_of(SimdLevel level) {
#if defined(TENSIO_HAS_AVX2)
  if (level == SimdLevel::avx2) return kAvx2Kernel;
#endif
#if defined(TENSIO_HAS_AVX512)
  if (level == SimdLevel::avx512) return kAvx512Kernel;
#endif
  (void)level;
#if defined(__wasm_simd128__)
  // A module with vectors is compiled for them alone.
  return kSimd128Kernel;
#else
  return kBaselineKernel;
#endif
}

template <>
const Kernel<float>& kernel_of(SimdLevel level) {
#if defined(TENSIO_HAS_AVX2)
  if (level == SimdLevel::avx2) return kAvx2SingleKernel;
#endif
#if defined(TENSIO_HAS_AVX512)
  if (level == SimdLevel::avx512) return kAvx512SingleKernel;
#endif
  (void)level;
  return kBaselineSingleKernel;
}

}  // namespace tensio
