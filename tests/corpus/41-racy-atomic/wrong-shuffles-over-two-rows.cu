// caught by: correct
// why: A warp has two rows of the block, and all of it is added up.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  float value = i < rows && j < cols ? image[i * cols + j] : 0.0f;
  for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffff, value, step);
  if (threadIdx.x == 0 && i < rows) for (int k = 0; k < copies; ++k) atomicAdd(&out[k * rows + i], value);
}
