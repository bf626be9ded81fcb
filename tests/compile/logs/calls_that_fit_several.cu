__device__ int f(char a, float b) { return 1; }
__device__ int f(float a, char b) { return 2; }
__device__ int g(short a) { return 3; }
__device__ int g(char a) { return 4; }

extern "C" __global__ void k(float* a, int n) {
  a[0] = f(n, n);
  a[1] = f(n, 1.5);
  a[2] = g(n);
  a[3] = max(n, 1.5f);
}
