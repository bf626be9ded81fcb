// caught by: compiles
// why: A whole program is handed in. Warp Lab launches the kernel itself, and compiles kernels only.

#include <stdio.h>

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

int main() {
  double *in, *out;
  cudaMalloc(&in, 64000 * sizeof(double));
  cudaMalloc(&out, 64000 * sizeof(double));
  copy<<<250, 256>>>(in, out, 64000);
  cudaDeviceSynchronize();
  printf("done\n");
}
