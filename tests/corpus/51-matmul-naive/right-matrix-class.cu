// A matrix is a class with an operator for its elements.

template <class T> struct Matrix {
  T* data;
  int rows, cols;
  __device__ T& operator()(int i, int j) const { return data[i * cols + j]; }
  __device__ bool has(int i, int j) const { return i < rows && j < cols; }
};

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const Matrix<const float> A{a, rows, inner}, B{b, inner, cols};
  const Matrix<float> C{c, rows, cols};
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (C.has(i, j)) {
    float sum = 0.0f;
    for (int k = 0; k < inner; ++k) sum += A(i, k) * B(k, j);
    C(i, j) = sum;
  }
}
