// Turned when it is put in.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[3 - t] = data[t];
  __syncthreads();
  data[t] = waiting[t];
}
