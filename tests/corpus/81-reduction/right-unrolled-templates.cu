// The steps are written out, the last ones of a warp by a template; one thread adds up the sums of the warps.

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

template <int apart>
__device__ void last_steps(volatile float* part, int t) {
  float sum = part[t] + part[t + apart];
  __syncwarp();
  part[t] = sum;
  __syncwarp();
  if constexpr (apart > 1) last_steps<apart / 2>(part, t);
}

__device__ float by_halves(float value, float* part) {
  const int t = threadIdx.x;
  part[t] = value;
  __syncthreads();
  if (t < 128) part[t] += part[t + 128];
  __syncthreads();
  if (t < 64) part[t] += part[t + 64];
  __syncthreads();
  if (t < 32) last_steps<32>(part, t);
  return part[0];
}

extern "C" __global__ void halves(const float* __restrict__ in, float* __restrict__ sums, int n) {
  __shared__ float part[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  float value = 0.0f;
  if (i < n) value = in[i];
  value = by_halves(value, part);
  if (threadIdx.x == 0) sums[blockIdx.x] = value;
}

extern "C" __global__ void shuffles(const float* __restrict__ in, float* __restrict__ sums, int n) {
  __shared__ float warps[8];
  const int i = blockIdx.x * 256 + threadIdx.x;
  double value = i < n ? in[i] : 0.0f;
#pragma unroll
  for (int other = 1; other < 32; other *= 2) value += __shfl_xor_sync(~0u, value, other);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = static_cast<float>(value);
  __syncthreads();
  if (threadIdx.x > 0) return;
  float sum = 0.0f;
#pragma unroll
  for (int w = 0; w < 8; ++w) sum += warps[w];
  sums[blockIdx.x] = sum;
}

extern "C" __global__ void total(const float* __restrict__ sums, float* __restrict__ sum, int count) {
  __shared__ float part[256];
  float mine = 0.0f;
  for (int first = 0; first < count; first += blockDim.x)
    if (first + threadIdx.x < count) mine += sums[first + threadIdx.x];
  mine = by_halves(mine, part);
  if (threadIdx.x == 0) sum[0] = mine;
}
