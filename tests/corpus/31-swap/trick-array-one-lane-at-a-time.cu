// caught by: once in, once out
// why: All lanes load and store data together; into shared memory and out of it they go one after the other.

extern "C" __global__ void swap(int* data) {
  __shared__ volatile int waiting[4];
  const int t = threadIdx.x;
  const int mine = data[t];
  int other = 0;
  for (int k = 0; k < 4; ++k)
    if (k == t) waiting[t] = mine;
  __syncthreads();
  for (int k = 0; k < 4; ++k)
    if (k == t) other = waiting[3 - t];
  data[t] = other;
}
