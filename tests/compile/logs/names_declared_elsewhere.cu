extern "C" __global__ void k(float* a, int n) {
  a[0] = later(1) + size;
  for (int i = 0; i < n; ++i) {
    a[i] = 1;
  }
  a[1] = i;
  for (int q = 0; q < n; ++q);
  a[2] = q;
  for (int m = 0; m < n; ++m)
    a[m] = 2;
  a[3] = m;
  if (n > 3)
    int part = 3;
  a[4] = part;
  {
    int inner = 3;
    a[5] = inner;
  }
  a[6] = inner;
  a[7] = deep;
  {
    int deep = 3;
    a[8] = deep;
  }
  int right = left, left = 3;
  a[9] = right + left;
}

__device__ int later(int x) { return x; }
constexpr int size = 4;
