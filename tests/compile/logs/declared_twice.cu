extern "C" __global__ void k(int* a) {
  int i = 1;
  float i = 2;
  a[0] = i;
}

__device__ int f() { return 1; }
__device__ int f() { return 2; }
