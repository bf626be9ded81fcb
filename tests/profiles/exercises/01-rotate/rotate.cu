// Moves every element 8 places on; the last ones come first.
extern "C" __global__ void rotate(const float* in, float* out, int n) {
  const int i = threadIdx.x * gridDim.x + blockIdx.x;
  if (i < n) out[i] = in[i < 8 ? (n - 8 % n + i) % n : i - 8];
}
