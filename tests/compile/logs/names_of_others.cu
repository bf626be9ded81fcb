extern "C" __global__ void k(float* a, int n) {
  a[0] += __shfl_down(a[1], 8);
  bool yes = True;
  int i = cuda.grid(1);
  __syncthread();
  a[2] = N;
}
