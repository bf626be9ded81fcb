// caught by: initialized
// why: The block's array is read and nobody has put anything in.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  __syncthreads();
  data[t] = waiting[3 - t];
}
