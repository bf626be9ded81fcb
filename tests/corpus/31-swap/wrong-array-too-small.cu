// caught by: in bounds
// why: Three places for four integers: 3 is the last index and not the number of elements.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[3];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncthreads();
  data[t] = waiting[3 - t];
}
