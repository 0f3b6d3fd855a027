// The sweeps of explicit steps for any processor.
#include <cstddef>

#include "backend/cpu/kernels/kernel.hpp"

namespace tensio {

namespace {

namespace in_double {

using Real = double;
inline Real root(Real a) { return __builtin_sqrt(a); }
#include "backend/cpu/kernels/scalar.inc"

#include "backend/cpu/kernels/common.inc"
#include "backend/cpu/kernels/runs.inc"
#include "backend/cpu/kernels/sweep.inc"

}  // namespace in_double

// The same texts once more, for the other type.
// NOLINTBEGIN(readability-duplicate-include)
namespace in_single {

using Real = float;
inline Real root(Real a) { return __builtin_sqrtf(a); }
#include "backend/cpu/kernels/scalar.inc"

#include "backend/cpu/kernels/common.inc"
#include "backend/cpu/kernels/runs.inc"
#include "backend/cpu/kernels/sweep.inc"

}  // namespace in_single
// NOLINTEND(readability-duplicate-include)

}  // namespace

const Kernel<double> kBaselineKernel = {in_double::sweep_all, in_double::watch_all,
                                        in_double::sweep_runs, in_double::watch_runs};
const Kernel<float> kBaselineSingleKernel = {in_single::sweep_all, in_single::watch_all,
                                             in_single::sweep_runs, in_single::watch_runs};

}  // namespace tensio
