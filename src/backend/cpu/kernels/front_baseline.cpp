// The front kernel for any processor.
#define TENSIO_LANES 2
#include "backend/cpu/kernels/front.inc"

namespace tensio {

bool factorise_front_baseline(const DenseFront& front) { return factorise_front(front); }

}  // namespace tensio
