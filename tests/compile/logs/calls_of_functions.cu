template <typename T>
__device__ void twice(T* a, int n, int m) { a[n] = m; }
__device__ int sum(int a, int b) { return a + b; }

extern "C" __global__ void k(float* a, const float* in, double* d, int* w, unsigned char* u, int n) {
  twice(a, 2);
  twice(a, 2, a);
  atomicSub(&a[0], 1.0f);
  atomicCAS(&a[0], 1.0f, 2.0f);
  atomicAdd(in, 1.0f);
  atomicAdd(u, n);
  atomicAdd(a[0], 1.0f);
  a[0] = abs(3u);
  a[1] = max(n, 1.5f);
  a[2] = min(u, w);
  printf(n);
  a[3] = sum(1);
  a[4] = sum(1, 2, 3);
}
