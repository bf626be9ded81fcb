// Asks which compiler it is, and is the same kernel for all of them.

#if defined(__GNUC__) && !defined(__CUDACC_RTC__)
#define ALWAYS_INLINE __attribute__((always_inline)) inline
#elif defined(_MSC_VER)
#define ALWAYS_INLINE __forceinline
#else
#define ALWAYS_INLINE __forceinline__
#endif

#ifndef __CUDACC_RTC__
#include <cstdio>
#endif

__device__ ALWAYS_INLINE int element() { return blockIdx.x * blockDim.x + threadIdx.x; }

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = element();
  if (i < n) out[i] = in[i];
}
