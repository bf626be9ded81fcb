extern "C" __global__ void k(float* a) {
  __shared__ float sum = 0;
  a[0] = sum;
}
