// caught by: doubles in shared memory
// earns: 0.3
// why: Floats go through tiles. Of doubles one warp has the whole tile of c in registers, and its lanes hand each other the
// elements of a by shuffles.

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ T tile_a[32][32];
  __shared__ T tile_b[32][32];

  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int column = blockIdx.x * 32 + x;
  const int row = blockIdx.y * 32 + y;

  T sum = 0;
  for (int first = 0; first < inner; first += 32) {
    tile_a[y][x] = row < rows && first + x < inner ? a[row * inner + first + x] : T(0);
    tile_b[y][x] = first + y < inner && column < cols ? b[(first + y) * cols + column] : T(0);

    __syncthreads();  // both tiles are there

    for (int k = 0; k < 32; ++k) {
      sum += tile_a[y][k] * tile_b[k][x];
    }

    __syncthreads();  // nobody needs them any more
  }

  if (row < rows && column < cols) {
    c[row * cols + column] = sum;
  }
}

template <typename T>
__device__ void multiply_by_shuffles(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  if (threadIdx.y != 0) return;
  const int lane = threadIdx.x;
  const int column = blockIdx.x * 32 + lane, top = blockIdx.y * 32;
  T sum[32] = {};
  for (int first = 0; first < inner; first += 32) {
    T mine[32];
#pragma unroll
    for (int i = 0; i < 32; ++i) {
      mine[i] = top + i < rows && first + lane < inner ? a[(top + i) * inner + first + lane] : T(0);
    }
    for (int k = 0; k < 32; ++k) {
      const T factor = first + k < inner && column < cols ? b[(first + k) * cols + column] : T(0);
#pragma unroll
      for (int i = 0; i < 32; ++i) sum[i] += __shfl_sync(0xffffffffu, mine[i], k) * factor;
    }
  }
#pragma unroll
  for (int i = 0; i < 32; ++i) {
    if (top + i < rows && column < cols) c[(top + i) * cols + column] = sum[i];
  }
}

extern "C" __global__ void __launch_bounds__(1024) matmul_float(const float* a, const float* b, float* c,
                                                                int rows, int inner, int cols) {
  multiply(a, b, c, rows, inner, cols);
}

extern "C" __global__ void __launch_bounds__(1024) matmul_double(const double* a, const double* b, double* c,
                                                                 int rows, int inner, int cols) {
  multiply_by_shuffles(a, b, c, rows, inner, cols);
}
