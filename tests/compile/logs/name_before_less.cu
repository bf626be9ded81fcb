extern "C" __global__ void k(float* a, int n) {
  if (n) {
    int row = 0;
  }
  if (row < n && j < n) {
    a[0] = 1;
  }
}
