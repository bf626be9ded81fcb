// caught by: correct
// why: Neighbours change places: t ^ 1 where 3 - t was meant.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncthreads();
  data[t] = waiting[t ^ 1];
}
