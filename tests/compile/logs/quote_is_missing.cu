extern "C" __global__ void k(char* a, int n) {
  a[0] = n';
  a[1] = 3;
}

__device__ const char* text = "hello;
