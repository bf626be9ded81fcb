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

extern "C" __global__ void scan_blocks(const int* in, int* out, int* sums, int n) {
  __shared__ int part[512];
  const int t = threadIdx.x, first = blockIdx.x * 512;
  part[t] = first + t < n ? in[first + t] : 0;
  part[t + 256] = first + t + 256 < n ? in[first + t + 256] : 0;

  for (int apart = 1; apart < 512; apart *= 2) {
    __syncthreads();
    const int right = 2 * apart * (t + 1) - 1;
    if (right < 512) part[right] += part[right - apart];
  }
  if (t == 0) {
    sums[blockIdx.x] = part[511];
    part[511] = 0;
  }
  for (int apart = 256; apart > 0; apart /= 2) {
    __syncthreads();
    const int right = 2 * apart * (t + 1) - 1;
    if (right < 512) {
      const int left = part[right - apart];
      part[right - apart] = part[right];
      part[right] += left;
    }
  }

  __syncthreads();
  if (first + t < n) out[first + t] = part[t];
  if (first + t + 256 < n) out[first + t + 256] = part[t + 256];
}

extern "C" __global__ void add_offsets(int* out, const int* offsets, int n) {
  const int i = blockIdx.x * 512 + threadIdx.x;
  if (i < n) out[i] += offsets[blockIdx.x];
}
