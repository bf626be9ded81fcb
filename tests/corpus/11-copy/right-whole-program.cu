// A whole program: nvcc gives main() to the compiler of the host, and so it is set aside here.

#include <stdio.h>
#include <vector>

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

int main() {
  double *in, *out;
  cudaMalloc(&in, 64000 * sizeof(double));
  cudaMalloc(&out, 64000 * sizeof(double));
  std::vector<double> host(64000, 1.0);
  cudaMemcpy(in, host.data(), 64000 * sizeof(double), cudaMemcpyHostToDevice);
  copy<<<250, 256>>>(in, out, 64000);
  cudaDeviceSynchronize();
  printf("done\n");
}
