// Macros of its own, some of which are defined nowhere.

#ifdef DEBUG
#include <stdio.h>
#endif
#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef MY_HEADER_H_
#define MY_HEADER_H_
#endif
extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
