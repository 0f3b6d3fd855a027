// The front kernel for processors with AVX2.
#if defined(__AVX2__)

#define TENSIO_LANES 4
#include "backend/cpu/kernels/front.inc"

namespace tensio {

bool factorise_front_avx2(const DenseFront& front) { return factorise_front(front); }

}  // namespace tensio

#endif
