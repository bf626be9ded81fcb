extern "C" __global__ void k(float* a, float4 x, float4 y, int n) {
  a[0] = threadIdx + 1;
  a[1] = x[0];
  x = x + y;
}
