// caught by: initialized
// why: Without __shared__ each thread has an array of its own, in which nobody else has put anything.

extern "C" __global__ void swap(int* data) {
  int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncthreads();
  data[t] = waiting[3 - t];
}
