__global__ void k(float* out, int n {
  fro (int i = 0; i < n; ++i {
    int a[4 = {1, 2}
    out[i] = a< ? "open : 'x
  if (n) else do while
  /* and no end
