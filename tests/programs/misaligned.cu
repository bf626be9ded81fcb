// Four floats are read at once from an address that is no multiple of 16 bytes.
#include <cstdio>
__global__ void read(const float* in, float* out) {
  float4 v = *reinterpret_cast<const float4*>(in + 1);
  *out = v.x + v.y + v.z + v.w;
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 64);
  cudaMalloc(&out, 4);
  cudaMemset(in, 0, 64);
  read<<<1, 1>>>(in, out);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
