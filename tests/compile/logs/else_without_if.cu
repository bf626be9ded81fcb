extern "C" __global__ void k(int* a, int n) {
  if (n < 3);
  a[0] = 1;
  else a[0] = 2;
}
