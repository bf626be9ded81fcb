// caught by: initialized
// why: A variable that the head of an if declares has a value in two of four threads only.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncthreads();
  if (int change; t < 9) {
    if (t < 2) change = 0;
    data[t] = waiting[3 - t] + change;
  }
}
