// hillis_steele as it is given. The others are right, and no way to do it: one thread of each block does all of its work.

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
  if (threadIdx.x > 0) return;
  const int first = blockIdx.x * 512;
  int sum = 0;
  for (int i = first; i < min(first + 512, n); ++i) {
    out[i] = sum;
    sum += in[i];
  }
  sums[blockIdx.x] = sum;
}

extern "C" __global__ void add_offsets(int* out, const int* offsets, int n) {
  if (threadIdx.x > 0) return;
  const int first = blockIdx.x * 512;
  for (int i = first; i < min(first + 512, n); ++i) out[i] += offsets[blockIdx.x];
}
