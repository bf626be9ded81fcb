extern "C" __global__ void k(float* a, int n) {
  a[0] = dim3.x;
  a[1] = n * float;
}
