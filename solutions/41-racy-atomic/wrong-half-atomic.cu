// caught by: race free
// why: The reading is atomic and the writing is not: what others add in between is overwritten.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;

  const float value = image[i * cols + j];
  for (int k = 0; k < copies; ++k) {
    const float before = atomicAdd(&out[k * rows + i], 0.0f);
    out[k * rows + i] = before + value;
  }
}
