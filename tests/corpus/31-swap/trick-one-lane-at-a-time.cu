// caught by: all threads together
// why: The lanes take turns, with all of their accesses.

extern "C" __global__ void swap(int* data) {
  __shared__ volatile int waiting[4];
  const int t = threadIdx.x;
  for (int k = 0; k < 4; ++k)
    if (k == t) waiting[t] = *(volatile int*)&data[t];
  __syncthreads();
  for (int k = 0; k < 4; ++k)
    if (k == t) *(volatile int*)&data[t] = waiting[3 - t];
}
