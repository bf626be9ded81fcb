extern "C" __global__ void k(float* a, float x) {
  a[x] = 1;
  a[0] = x ^ 2;
}
