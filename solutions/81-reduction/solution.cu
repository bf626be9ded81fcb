extern "C" __global__ void neighbours(const float* in, float* sums, int n) {
  __shared__ float part[256];
  const int t = threadIdx.x;
  const int i = blockIdx.x * 256 + t;
  part[t] = i < n ? in[i] : 0.0f;
  for (int apart = 1; apart < 256; apart *= 2) {
    __syncthreads();
    if (t % (2 * apart) == 0) part[t] += part[t + apart];
  }
  if (t == 0) sums[blockIdx.x] = part[0];
}

extern "C" __global__ void halves(const float* in, float* sums, int n) {
  __shared__ float part[256];
  const int t = threadIdx.x;
  const int i = blockIdx.x * 256 + t;
  part[t] = i < n ? in[i] : 0.0f;
  for (int apart = 128; apart > 0; apart /= 2) {
    __syncthreads();
    if (t < apart) part[t] += part[t + apart];
  }
  if (t == 0) sums[blockIdx.x] = part[0];
}

__device__ float sum_of_block(float value) {
  __shared__ float warps[8];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int apart = 16; apart > 0; apart /= 2) value += __shfl_down_sync(0xffffffff, value, apart);
  if (lane == 0) warps[warp] = value;
  __syncthreads();
  if (warp > 0) return 0.0f;
  value = lane < 8 ? warps[lane] : 0.0f;
  for (int apart = 4; apart > 0; apart /= 2) value += __shfl_down_sync(0xffffffff, value, apart);
  return value;
}

extern "C" __global__ void shuffles(const float* in, float* sums, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  const float sum = sum_of_block(i < n ? in[i] : 0.0f);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

extern "C" __global__ void total(const float* sums, float* sum, int count) {
  float mine = 0.0f;
  for (int i = threadIdx.x; i < count; i += 256) mine += sums[i];
  mine = sum_of_block(mine);
  if (threadIdx.x == 0) *sum = mine;
}
