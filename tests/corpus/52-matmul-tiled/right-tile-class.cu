// A tile is a class that loads itself.

template <class T> struct Tile {
  T v[32][32];
  __device__ void load(const T* m, int top, int left, int height, int width) {
    const int i = threadIdx.y, j = threadIdx.x;
    v[i][j] = top + i < height && left + j < width ? m[(top + i) * width + left + j] : T(0);
  }
};

template <typename T>
__device__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int cols) {
  __shared__ Tile<T> s, t;
  const int left = blockIdx.x * 32, top = blockIdx.y * 32;
  T sum{};
  for (int first = 0; first < inner; first += 32) {
    s.load(a, top, first, rows, inner);
    t.load(b, first, left, inner, cols);
    __syncthreads();
    for (int k = 0; k < 32; ++k) sum += s.v[threadIdx.y][k] * t.v[k][threadIdx.x];
    __syncthreads();
  }
  const int row = top + threadIdx.y, column = left + threadIdx.x;
  if (row < rows && column < cols) c[row * cols + column] = sum;
}

extern "C" __global__ void __launch_bounds__(1024) matmul_float(const float* a, const float* b, float* c,
                                                                int rows, int inner, int cols) {
  multiply(a, b, c, rows, inner, cols);
}

extern "C" __global__ void __launch_bounds__(1024) matmul_double(const double* a, const double* b, double* c,
                                                                 int rows, int inner, int cols) {
  multiply(a, b, c, rows, inner, cols);
}
