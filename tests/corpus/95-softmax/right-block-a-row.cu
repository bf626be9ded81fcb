// All 256 threads take the eight rows one after the other; warps meet in shared memory.
struct Pair { float largest, sum; };
__device__ Pair both(Pair a, Pair b) {
  const float m = fmaxf(a.largest, b.largest);
  return {m, a.sum * expf(a.largest - m) + b.sum * expf(b.largest - m)};
}
__device__ Pair of_warp(Pair p) {
  for (int d = 16; d; d /= 2)
    p = both(p, {__shfl_xor_sync(~0u, p.largest, d), __shfl_xor_sync(~0u, p.sum, d)});
  return p;
}
extern "C" __global__ void softmax(const float* in, float* out, int rows, int cols) {
  __shared__ Pair of[8];
  for (int row = blockIdx.x * 8; row < min(rows, (int)blockIdx.x * 8 + 8); ++row) {
    Pair p = {-3.0e38f, 0};
    for (int i = threadIdx.x; i < cols; i += 256) p = both(p, {in[row * cols + i], 1});
    p = of_warp(p);
    if (threadIdx.x % 32 == 0) of[threadIdx.x / 32] = p;
    __syncthreads();
    p = of_warp(threadIdx.x % 32 < 8 ? of[threadIdx.x % 32] : Pair{-3.0e38f, 0});
    for (int i = threadIdx.x; i < cols; i += 256)
      out[row * cols + i] = expf(in[row * cols + i] - p.largest) / p.sum;
    __syncthreads();
  }
}
