// caught by: no busywork
// why: All lanes of a warp update one word of shared memory, one after the other, eight times for nothing.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  __shared__ int hot;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) hot = 0;
  __syncthreads();
  for (int k = 0; k < 8; ++k) atomicMax(&hot, k);
  if (i < n) out[i] = in[i];
}
