constexpr int twice(int x) { return 2 * x; }
extern "C" __global__ void copy(const float* in, float* out, int n) {
__shared__ float t[twice(128)]; t[threadIdx.x] = 0;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// nvcc 13.0.88, line 3: calling a constexpr __host__ function("twice") from a __global__ function("copy") is not allowed. The experimental flag '--expt-relaxed-constexpr' can
