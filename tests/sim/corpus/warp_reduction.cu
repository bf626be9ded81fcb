// Sums over warps by shuffles, then over the block through shared memory.
// buffer: in f32 256 random:9:-20:20
// buffer: out f32 2 zero
// launch: reduce grid=2 block=128 args=in,out
extern "C" __global__ void reduce(const float* in, float* out) {
  __shared__ float sums[4];
  const int i = threadIdx.x;
  float v = in[blockIdx.x * blockDim.x + i];
  for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(0xffffffff, v, k);
  if (i % 32 == 0) sums[i / 32] = v;
  __syncthreads();
  if (i < 4) {
    v = sums[i];
    for (int k = 2; k > 0; k /= 2) v += __shfl_down_sync(0xf, v, k);
    if (i == 0) out[blockIdx.x] = v;
  }
}
