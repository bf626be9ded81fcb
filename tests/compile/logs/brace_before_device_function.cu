extern "C" __global__ void k(int* a) {
  if (a[0] > 3) {
    a[1] = 1;
}

__device__ int f(int n) {
  return n;
}
