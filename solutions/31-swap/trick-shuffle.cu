// caught by: through shared memory
// earns: 0.3
// why: The lanes hand each other their integers by a shuffle.

extern "C" __global__ void swap(int* data) {
  const int t = threadIdx.x;
  data[t] = __shfl_sync(0xf, data[t], 3 - t);
}
