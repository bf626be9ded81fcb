__device__ __noinline__ int value_of(const int* at) { return *at; }
extern "C" __global__ void doubled(const float* in, float* out, const __grid_constant__ int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < value_of(&n)) out[i] = 2.0f * in[i];
}
