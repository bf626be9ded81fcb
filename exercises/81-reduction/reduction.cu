// Sums of 256 numbers each, three ways, and the sum of these sums.
//
// in has n floats. Block b has 256 threads and stores the sum of elements
// 256 * b to 256 * b + 255 in sums[b]; the last block may have fewer.

// Given, and complete: a tree that begins with neighbours.
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

// Yours: a tree whose first threads work and whose last ones are done early.
extern "C" __global__ void halves(const float* in, float* sums, int n) {
  // Write me.
}

// Yours: each warp adds up its 32 numbers by shuffles, then one warp adds up
// the 8 sums of the warps.
extern "C" __global__ void shuffles(const float* in, float* sums, int n) {
  // Write me.
}

// Yours: one block of 256 threads adds up the sums of all blocks.
extern "C" __global__ void total(const float* sums, float* sum, int count) {
  // Write me.
}
