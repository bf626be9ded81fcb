extern "C" __global__ void k(float* a, int n) {
  const float tile[n];
  switch (n) {
    case n:
      a[0] = 1;
  }
  const int none;
  none = 3;
  n + 1 = 3;
}
