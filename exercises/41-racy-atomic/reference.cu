// The plainest kernel that is right: the first thread of each row adds up the row alone. It is run to
// know the answer, never to be counted or timed.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j != 0) return;

  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += image[i * cols + column];
  for (int k = 0; k < copies; ++k) out[k * rows + i] += sum;
}
