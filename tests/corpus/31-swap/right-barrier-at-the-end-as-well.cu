// Another barrier at the end, which nobody needs.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  const int mine = data[t];
  waiting[t] = mine;
  __syncthreads();
  const int other = waiting[3 - t];
  data[t] = other;
  __syncthreads();
}
