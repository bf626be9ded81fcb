#include <cstdio>
#include <vector>
extern "C" __global__ void copy(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
int main(int argc, char** argv) {
  const int n = 1000;
  std::vector<float> a(n, 1.0f), b(n);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, a.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  copy<<<(n + 255) / 256, 256>>>(in, out, n);
  cudaMemcpy(b.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", b[0]);
  cudaFree(in);
  return a == b ? 0 : 1;
}
// nvcc 13.0.88 accepts this.
