// caught by: correct
// why: Turned on the way in and on the way out, so that all is as it was.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[3 - t] = data[t];
  __syncthreads();
  data[t] = waiting[3 - t];
}
