extern "C" __global__ void k(float* a, int n) {
  if (n > 0) {
    a[0] = 1;

}
