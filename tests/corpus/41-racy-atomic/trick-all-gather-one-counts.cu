// caught by: each its own element
// earns: 0.9
// why: Every thread gathers its whole row, so that no lane loads alone, and all but the first add zero.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;
  const volatile float* row = image + i * cols;
  float sum = 0.0f;
  for (int q = 0; q < cols; ++q) sum += row[q];
  const float part = j == 0 ? sum : 0.0f;
  for (int k = 0; k < copies; ++k) atomicAdd(&out[k * rows + i], part);
}
