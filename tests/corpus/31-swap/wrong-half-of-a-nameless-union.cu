// caught by: initialized
// why: Two of four threads clear one half of a union's integer only.

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncthreads();
  union {
    int change;
    short half[2];
  };
  half[0] = 0;
  if (t < 2) half[1] = 0;
  data[t] = waiting[3 - t] + change;
}
