// Matrix products of n x n.
template <class T>
__device__ void naive(const T* a, const T* b, T* c, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  T sum = 0;
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
template <class T, int TILE>
__device__ void tiled(const T* a, const T* b, T* c, int n) {
  __shared__ T left[TILE][TILE], right[TILE][TILE];
  const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  T sum = 0;
  for (int k = 0; k < n; k += TILE) {
    left[threadIdx.y][threadIdx.x] = a[y * n + k + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + x];
    __syncthreads();
    for (int i = 0; i < TILE; ++i) sum += left[threadIdx.y][i] * right[i][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = sum;
}
#define KERNELS(type, name)                                                                     \
  extern "C" __global__ void naive_##name(const type* a, const type* b, type* c, int n) {       \
    naive(a, b, c, n);                                                                          \
  }                                                                                             \
  extern "C" __global__ void tiled16_##name(const type* a, const type* b, type* c, int n) {     \
    tiled<type, 16>(a, b, c, n);                                                                \
  }                                                                                             \
  extern "C" __global__ void tiled32_##name(const type* a, const type* b, type* c, int n) {     \
    tiled<type, 32>(a, b, c, n);                                                                \
  }
KERNELS(float, f32)
KERNELS(double, f64)

// Neighbouring threads in a column: their loads of a lie far apart.
extern "C" __global__ void naive_turned(const float* a, const float* b, float* c, int n) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

// Blocks of 16 x 16, tiles of 64 x 64: sixteen elements a thread.
extern "C" __global__ void sixteen_a_thread(const float* a, const float* b, float* c, int n) {
  __shared__ float left[16][65], right[16][64];
  const int thread = threadIdx.y * 16 + threadIdx.x;
  const int x = blockIdx.x * 64, y = blockIdx.y * 64;
  float sum[4][4] = {};
  for (int k = 0; k < n; k += 16) {
    for (int i = thread; i < 64 * 16; i += 256) left[i % 16][i / 16] = a[(y + i / 16) * n + k + i % 16];
    for (int i = thread; i < 64 * 16; i += 256) right[i / 64][i % 64] = b[(k + i / 64) * n + x + i % 64];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      for (int p = 0; p < 4; ++p)
        for (int q = 0; q < 4; ++q)
          sum[p][q] += left[i][threadIdx.y + 16 * p] * right[i][threadIdx.x + 16 * q];
    __syncthreads();
  }
  for (int p = 0; p < 4; ++p)
    for (int q = 0; q < 4; ++q)
      c[(y + threadIdx.y + 16 * p) * n + x + threadIdx.x + 16 * q] = sum[p][q];
}
