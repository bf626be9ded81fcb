// caught by: correct
// why: The number of copies is cut to six bits.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;
  const float value = image[i * cols + j];
  for (int k = 0; k < (copies & 63); ++k) atomicAdd(&out[k * rows + i], value);
}
