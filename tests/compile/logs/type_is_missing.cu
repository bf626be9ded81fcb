__device__ twice(int n) {
  return 2 * n;
}
