extern "C" __global__ void k(float* a) {
  a[0] = 2f;
  a[1] = 1,5f;
}
