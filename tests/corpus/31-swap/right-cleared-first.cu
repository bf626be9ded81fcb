// The array is cleared before it is filled.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = 0;
  __syncthreads();
  waiting[t] = data[t];
  __syncthreads();
  data[t] = waiting[3 - t];
}
