// Each thread adds up two neighbours in registers; the tree has 256 places, and the pairs are taken apart at the end.

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

extern "C" __global__ void scan_blocks(const int* __restrict__ in, int* __restrict__ out, int* __restrict__ sums, int n) {
  __shared__ int all[512], part[256];
  const int t = threadIdx.x;
  const int* const mine = in + blockIdx.x * 512;
  const int count = min(512, n - static_cast<int>(blockIdx.x) * 512);
  for (int k = t; k < 512; k += 256) all[k] = k < count ? mine[k] : 0;
  __syncthreads();
  const int first = all[2 * t], second = all[2 * t + 1];
  part[t] = first + second;
  int apart = 1;
  for (int pairs = 128; pairs > 0; pairs >>= 1, apart <<= 1) {
    __syncthreads();
    if (t < pairs) part[apart * (2 * t + 2) - 1] += part[apart * (2 * t + 1) - 1];
  }
  __syncthreads();
  if (t == 255) {
    sums[blockIdx.x] = part[255];
    part[255] = 0;
  }
  for (int pairs = 1; pairs < 256; pairs <<= 1) {
    apart >>= 1;
    __syncthreads();
    if (t < pairs) {
      int& left = part[apart * (2 * t + 1) - 1];
      int& right = part[apart * (2 * t + 2) - 1];
      const int sum = left + right;
      left = right;
      right = sum;
    }
  }
  __syncthreads();
  all[2 * t] = part[t];
  all[2 * t + 1] = part[t] + first;
  __syncthreads();
  for (int k = t; k < count; k += 256) out[blockIdx.x * 512 + k] = all[k];
}

extern "C" __global__ void add_offsets(int* out, const int* offsets, int n) {
  const int i = blockIdx.x * 512 + threadIdx.x;
  if (i < n) out[i] += offsets[blockIdx.x];
}
