__device__ void twice(float* a) { a[0] *= 2; }
__device__ void once(float x) { return x; }

extern "C" __global__ void k(float* a) {
  a[0] = twice(a);
  float x = twice(a);
  return 0;
}
