// caught by: race free
// why: volatile keeps the compiler from leaving out accesses; it makes no thread wait for another.

extern "C" __global__ void swap(int* data) {
  __shared__ volatile int waiting[4];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  data[t] = waiting[3 - t];
}
