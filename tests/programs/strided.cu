// Neighbouring threads read elements that lie far apart: nothing is wrong, and it is slow.
#include <cstdio>
__global__ void column(const float* in, float* out, int n) {
  int i = threadIdx.x;
  out[blockIdx.x * n + i] = in[i * n + blockIdx.x];
}
int main() {
  const int n = 64;
  float *in, *out;
  cudaMalloc(&in, n * n * sizeof(float));
  cudaMalloc(&out, n * n * sizeof(float));
  cudaMemset(in, 0, n * n * sizeof(float));
  column<<<n, n>>>(in, out, n);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(in);
  cudaFree(out);
}
