extern "C" __global__ void k(int* a) {
  int i = 0;
  int twice(int n) { return 2 * n; }
  a[i] = twice(i);
}
