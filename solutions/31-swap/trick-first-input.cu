// caught by: correct
// earns: 0
// why: The answer to the first input, 4, 3, 2, 1, is written down.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncthreads();
  data[t] = waiting[3 - t] <= 4 ? 4 - t : waiting[t];
}
