// caught by: correct
// why: Integers of 32 bits wait in places of 16.

extern "C" __global__ void swap(int* data) {
  __shared__ short waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncthreads();
  data[t] = waiting[3 - t];
}
