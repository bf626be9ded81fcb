extern "C" __global__ void k(int* a, int n) {
  if (n < 3) break;
  if (n < 4) continue;
  a[0] = 1;
}
