// The front kernel for processors with AVX-512.
#if defined(__AVX512F__)

#define TENSIO_LANES 8
#include "backend/cpu/kernels/front.inc"

namespace tensio {

bool factorise_front_avx512(const DenseFront& front) { return factorise_front(front); }

}  // namespace tensio

#endif
