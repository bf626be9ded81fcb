// caught by: every block its share
// earns: 0.95
// why: One block makes the additions of the whole image, and all others leave at once.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  if (blockIdx.x > 0 || blockIdx.y > 0) return;
  for (int i = threadIdx.y; i < rows; i += blockDim.y)
    for (int j = threadIdx.x; j < cols; j += blockDim.x)
      for (int k = 0; k < copies; ++k) atomicAdd(&out[k * rows + i], image[i * cols + j]);
}
