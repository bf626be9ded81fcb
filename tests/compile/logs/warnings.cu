__device__ int* pointer() {
  int local = 3;
  return &local;
}
__device__ int& reference() {
  int local = 3;
  return local;
}
__device__ int nothing(int n) {
  if (n > 3) return 1;
}
extern "C" __global__ void k(float* a, unsigned n, const float (*m)[4]) {
  n == 3;
  a[0] = m[n, 1][0];
  if (n = 0) a[1] = 1;
  if (n >= 0) a[2] = 1;
  int late;
  a[3] = late;
  float only_set = 3;
  only_set = 4;
  a[4] = *pointer() + reference() + nothing(n);
}
