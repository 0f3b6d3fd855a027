// Which kernels this processor can run; all give the same bits.
#pragma once

#include <optional>
#include <vector>

#include "backend/cpu/kernels/kernel.hpp"

namespace tensio {

enum class SimdLevel { baseline, avx2, avx512 };

const char* to_string(SimdLevel level);
/// Those that this build has and this processor can run, the slowest first.
std::vector<SimdLevel> simd_levels();
/// The fastest of them, or what the environment variable TENSIO_SIMD names if it is one of them.
SimdLevel simd_level();
/// For tests: takes another one from here on; empty: simd_level()'s own choice again.
void choose_simd_level(std::optional<SimdLevel> level);
template <class Real>
const Kernel<Real>& kernel_of(SimdLevel level);

}  // namespace tensio
