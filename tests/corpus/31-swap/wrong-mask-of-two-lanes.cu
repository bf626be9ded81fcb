// caught by: terminates
// why: The mask names two of the four lanes that call it: it counts lanes from the left, where each lane is one
//   bit.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncwarp(0x3);
  data[t] = waiting[3 - t];
}
