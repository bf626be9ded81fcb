// caught by: compiles
// why: A __shared__ array cannot be given values where it is declared: no single thread would do it.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4] = {0, 0, 0, 0};
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncthreads();
  data[t] = waiting[3 - t];
}
