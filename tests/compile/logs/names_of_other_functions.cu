__device__ int f(int width) { return width; }

extern "C" __global__ void k(float* a) {
  a[0] = width;
  row = 3;
}
