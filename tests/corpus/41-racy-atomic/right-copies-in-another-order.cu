// Each column begins with another copy, so that the lanes of a warp meet less often.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;
  const float value = __ldg(&image[i * cols + j]);
  for (int k = 0; k < copies; ++k) atomicAdd(&out[(k + j) % copies * rows + i], value);
}
