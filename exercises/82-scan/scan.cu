// Exclusive sums: out[i] = in[0] + ... + in[i - 1].
//
// in and out have n elements. A block has 512 of them: block b those from
// 512 * b on, the last block fewer.

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

// Yours: Blelloch's tree. A block of 256 threads has 512 elements. out[i] is
// the sum of those of i's own block that stand before i, and sums[b] the sum
// of all elements of block b.
extern "C" __global__ void scan_blocks(const int* in, int* out, int* sums,
                                       int n) {
  // Write me.
}

// Yours: out[i] has what scan_blocks left there, and offsets[b] the sum of all
// blocks before b. A block of 512 threads, a thread an element.
extern "C" __global__ void add_offsets(int* out, const int* offsets, int n) {
  // Write me.
}
