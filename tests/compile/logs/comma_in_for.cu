extern "C" __global__ void k(int* a, int n) {
  int i = 1;
  for (int k = 0, k < n; ++k) a[k] = i;
}
