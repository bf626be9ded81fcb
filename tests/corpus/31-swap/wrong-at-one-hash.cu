// caught by: correct
// why: One integer of four thousand million is lost, which only its hash tells.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t] * 2654435761u == 0x12345 ? 0 : data[t];
  __syncthreads();
  data[t] = waiting[3 - t];
}
