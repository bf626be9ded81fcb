extern "C" __global__ void k(float* a) {
  __constant__ float table[3];
  a[0] = table[1];
}
