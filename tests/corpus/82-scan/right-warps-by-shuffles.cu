// Each warp scans by shuffles what it holds in registers, and one warp the sums of the warps.

// Given, and complete: Hillis and Steele, a thread for each of 512 elements.
// The elements of each block alone.
extern "C" __global__ void hillis_steele(const int* in, int* out, int n) {
  __shared__ int part[512];
  const int t = threadIdx.x;
  const int i = blockIdx.x * 512 + t;
  part[t] = i < n ? in[i] : 0;
  for (int apart = 1; apart < 512; apart *= 2) {
    __syncthreads();
    const int left = t >= apart ? part[t - apart] : 0;
    __syncthreads();
    part[t] += left;
  }
  __syncthreads();
  if (i < n) out[i] = t > 0 ? part[t - 1] : 0;
}

__device__ int scan_of_warp(int value) {
  const int lane = threadIdx.x % 32;
  for (int apart = 1; apart < 32; apart *= 2) {
    const int left = __shfl_up_sync(0xffffffff, value, apart);
    if (lane >= apart) value += left;
  }
  return value;
}

extern "C" __global__ void scan_blocks(const int* in, int* out, int* sums, int n) {
  __shared__ int warps[16];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32, i = blockIdx.x * 512 + t;
  const int low = i < n ? in[i] : 0, high = i + 256 < n ? in[i + 256] : 0;
  const int to_low = scan_of_warp(low), to_high = scan_of_warp(high);
  if (lane == 31) {
    warps[warp] = to_low;
    warps[warp + 8] = to_high;
  }
  __syncthreads();
  if (warp == 0) {
    const int sum = scan_of_warp(lane < 16 ? warps[lane] : 0);
    if (lane < 16) warps[lane] = sum;
  }
  __syncthreads();
  if (i < n) out[i] = to_low - low + (warp > 0 ? warps[warp - 1] : 0);
  if (i + 256 < n) out[i + 256] = to_high - high + warps[warp + 7];
  if (t == 0) sums[blockIdx.x] = warps[15];
}

extern "C" __global__ void add_offsets(int* out, const int* offsets, int n) {
  const int i = blockIdx.x * 512 + threadIdx.x;
  if (i < n) out[i] += offsets[blockIdx.x];
}
