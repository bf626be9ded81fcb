// caught by: initialized
// why: The constructor sets two of three members, and which way the loop goes hangs on the third.

extern "C" __global__ void row_sums(const float* a, float* sums, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += a[row * cols + column];
  sums[row] = sum;
}
struct Range { int begin, end; bool backwards; __device__ explicit Range(int n) : begin(0), end(n) {} };
extern "C" __global__ void column_sums(const float* a, float* sums, int rows, int cols) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= cols) return;
  Range r(rows);
  float sum = 0;
  for (int row = r.begin; row < r.end; ++row) sum += a[(r.backwards ? rows - 1 - row : row) * cols + column];
  sums[column] = sum;
}
