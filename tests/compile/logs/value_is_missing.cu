extern "C" __global__ void k(int* a, int n) {
  a[0] = ;
  a[1] = n * / 2;
}
