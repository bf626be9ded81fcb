extern "C" __global__ void k(int* a, int n) {
  int sum[4] = {0, 1, 2, 3};
  atomicAdd(&sum[n & 3], 1);
  a[0] = sum[n & 3] + sum[1];
}
