// c = a * b of n x n floats, by tiles in shared memory. A block has 16 x 16
// threads, and each thread E x E elements of c: E rows that lie 16 apart, and E
// columns. So a tile of c has 16 E x 16 E elements.
//
// The inner sum goes on in pieces of 16. In each of its steps a thread loads E
// elements of each tile into registers and makes E x E products.
template <int E>
__device__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float left[16][16 * E + 1], right[16][16 * E];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * 16 * E, col = blockIdx.x * 16 * E;
  float sum[E][E] = {};
  for (int first = 0; first < n; first += 16) {
#pragma unroll
    for (int e = 0; e < E; ++e) {
      left[x][y + 16 * e] = a[(row + y + 16 * e) * n + first + x];
      right[y][x + 16 * e] = b[(first + y) * n + col + x + 16 * e];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      float of_a[E], of_b[E];
#pragma unroll
      for (int e = 0; e < E; ++e) {
        of_a[e] = left[k][y + 16 * e];
        of_b[e] = right[k][x + 16 * e];
      }
#pragma unroll
      for (int i = 0; i < E; ++i)
#pragma unroll
        for (int j = 0; j < E; ++j) sum[i][j] += of_a[i] * of_b[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < E; ++i)
#pragma unroll
    for (int j = 0; j < E; ++j)
      c[(row + y + 16 * i) * n + col + x + 16 * j] = sum[i][j];
}

extern "C" __global__ void one(const float* a, const float* b, float* c,
                               int n) {
  multiply<1>(a, b, c, n);
}
extern "C" __global__ void two(const float* a, const float* b, float* c,
                               int n) {
  multiply<2>(a, b, c, n);
}
extern "C" __global__ void four(const float* a, const float* b, float* c,
                                int n) {
  multiply<4>(a, b, c, n);
}
extern "C" __global__ void eight(const float* a, const float* b, float* c,
                                 int n) {
  multiply<8>(a, b, c, n);
}
