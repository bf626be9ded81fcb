__device__ void scale(float* a, factor) {
  a[0] *= 2;
}
__device__ void fill(T* a) {
  a[0] = 2;
}
