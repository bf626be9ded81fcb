__device__ int f(char c, int n);

extern "C" __global__ void k(int* a) {
  a[0] = f('x, y));
  a[1] = 3;
}
