// caught by: race free
// why: The pairs are exchanged inside of shared memory by all four threads at once, each through a variable of its
//   own.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncthreads();
  const int mine = waiting[t];
  waiting[t] = waiting[3 - t];
  waiting[3 - t] = mine;
  __syncthreads();
  data[t] = waiting[t];
}
