// A second array holds them turned.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4], turned[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncthreads();
  turned[3 - t] = waiting[t];
  __syncthreads();
  data[t] = turned[t];
}
