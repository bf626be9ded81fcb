// caught by: correct
// why: Only the first two integers are stored.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncthreads();
  if (t < 2) data[t] = waiting[3 - t];
}
