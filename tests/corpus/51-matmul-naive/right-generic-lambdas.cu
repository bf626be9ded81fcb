// The sum is a lambda with auto parameters, which are lambdas, too.

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const auto dot = [&](auto&& left, auto&& right) {
    float sum = 0.0f;
    for (int k = 0; k < inner; ++k) sum += left(k) * right(k);
    return sum;
  };
  if (row < rows && column < cols)
    c[row * cols + column] = dot([&](int k) { return a[row * inner + k]; },
                                 [&](auto k) { return b[k * cols + column]; });
}
