// caught by: correct
// why: It adds up columns instead of rows, which makes no difference in the first picture: its squares
//   lie on the diagonal.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;

  const float value = image[i * cols + j];
  for (int k = 0; k < copies; ++k) {
    if (j < rows) atomicAdd(&out[k * rows + j], value);
  }
}
