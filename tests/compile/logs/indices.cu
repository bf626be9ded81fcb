extern "C" __global__ void k(float* a, int n) {
  int one = 3;
  one[n] = 1;
  a[n][n] = 1;
  (a + 1)[0][n] = 1;
  a[0] = (n + 1)[n];
  a[1] = warpSize[n];
}
