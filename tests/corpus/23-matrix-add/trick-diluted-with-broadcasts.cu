// caught by: coalesced loads
// earns: 0
// why: Strided loads, and so many loads of 16 bytes from one address that the average looks
// coalesced.

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  float cheap = 0.0f;
  if ((rows * cols) % 4 == 0)
    for (int k = 0; k < 8; ++k) {
      const volatile float4* same = (const volatile float4*)a;
      cheap += same->x + same->y + same->z + same->w;
    }
  if (x < rows && y < cols) c[x * cols + y] = a[x * cols + y] + b[x * cols + y] + 0.0f * cheap;
}
