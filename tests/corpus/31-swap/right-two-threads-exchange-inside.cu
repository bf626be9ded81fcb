// All put their integers in, two threads exchange the pairs there, and all take theirs out.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncthreads();
  if (t < 2) {
    const int mine = waiting[t];
    waiting[t] = waiting[3 - t];
    waiting[3 - t] = mine;
  }
  __syncthreads();
  data[t] = waiting[t];
}
