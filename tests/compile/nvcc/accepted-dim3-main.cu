extern "C" __global__ void copy(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
int main() { dim3 b(256); dim3 g(4); copy<<<g, b>>>(nullptr, nullptr, 0); cudaDeviceSynchronize(); }
// nvcc 13.0.88 accepts this.
