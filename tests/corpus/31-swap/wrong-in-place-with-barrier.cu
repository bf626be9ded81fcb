// caught by: race free
// why: Through registers, with a barrier in front of the loads instead of behind them.

extern "C" __global__ void swap(int* data) {
  const int t = threadIdx.x;
  __syncthreads();
  const int other = data[3 - t];
  data[t] = other;
}
