extern "C" __global__ void k(int* a, int n) {
  a[0] = n − 1;
}
