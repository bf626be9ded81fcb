extern "C" __global__ void k(float* a) {
  float sum = 0;
  for (int i = 0; i < 3; ++i) float sum += a[i];
  a[0] = sum;
}
