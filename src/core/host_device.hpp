// Marks functions that run on the host and, under a CUDA compiler, on the device too.
#pragma once

#if defined(__CUDACC__)
#define TENSIO_HD __host__ __device__
#else
#define TENSIO_HD
#endif
