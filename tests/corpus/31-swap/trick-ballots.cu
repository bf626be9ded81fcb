// caught by: exchanged
// why: The threads tell each other their integers in 32 ballots, a bit of all of them in each. Zeros are exchanged for
// show.

extern "C" __global__ void swap(int* data) {
  __shared__ int zeros[4];
  const int t = threadIdx.x;
  const unsigned v = data[t];
  unsigned w = 0;
#pragma unroll
  for (int bit = 0; bit < 32; ++bit) {
    w |= (__ballot_sync(15, v >> bit & 1) >> (3 - t) & 1) << bit;
  }
  ((volatile int*)zeros)[t] = 0;
  __syncthreads();
  data[t] = w + ((volatile int*)zeros)[3 - t];
}
