// caught by: in bounds
// why: An extern array has the size that the launch gives it, and this one gives none.

extern __shared__ int waiting[];

extern "C" __global__ void swap(int* data) {
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncthreads();
  data[t] = waiting[3 - t];
}
