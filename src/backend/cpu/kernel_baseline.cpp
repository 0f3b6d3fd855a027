// The sweeps of explicit steps for any processor.
#include <cstddef>

#include "backend/cpu/kernel.hpp"

namespace tensio {

namespace {

namespace in_double {

using Real = double;
inline Real square_root(Real a) { return __builtin_sqrt(a); }
#include "backend/cpu/kernel_scalar.inc"

#include "backend/cpu/kernel_runs.inc"
#include "backend/cpu/kernel_sweep.inc"

}  // namespace in_double

namespace in_single {

using Real = float;
inline Real square_root(Real a) { return __builtin_sqrtf(a); }
#include "backend/cpu/kernel_scalar.inc"

#include "backend/cpu/kernel_runs.inc"
#include "backend/cpu/kernel_sweep.inc"

}  // namespace in_single

}  // namespace

const Kernel<double> kBaselineKernel = {in_double::sweep_all, in_double::watch_all,
                                        in_double::sweep_runs, in_double::watch_runs};
const Kernel<float> kBaselineSingleKernel = {in_single::sweep_all, in_single::watch_all,
                                             in_single::sweep_runs, in_single::watch_runs};

}  // namespace tensio
