// caught by: each its own element
// earns: 0.9
// why: The first thread of each row gathers all of it, and all others add zero.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;
  float value = 0.0f;
  if (j == 0)
    for (int q = 0; q < cols; ++q) value += image[i * cols + q];
  for (int k = 0; k < copies; ++k) atomicAdd(&out[k * rows + i], value);
}
