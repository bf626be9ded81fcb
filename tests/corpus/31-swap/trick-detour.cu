// caught by: nothing else
// why: Through shared memory, and by an array in local memory beside it.

__device__ int detour(int v, int place) {
  volatile int mine[2];
  mine[place & 1] = v;
  return mine[place & 1];
}

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncthreads();
  data[t] = detour(waiting[3 - t], t);
}
