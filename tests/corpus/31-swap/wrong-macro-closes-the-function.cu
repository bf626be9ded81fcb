// caught by: initialized
// why: The functions, whose last brace is in a macro and whose type is deduced, return for two of four threads only.

#define END }
__device__ int change_of(int t) {
  if (t < 2) return 0;
END

extern "C" __global__ void swap(int* data) {
  __shared__ int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncthreads();
  const auto more = [&](int k) {
    if (k < 2) return 0;
  };
  data[t] = waiting[3 - t] + change_of(t) + more(t);
}
