// caught by: terminates
// why: A warp has two rows of the block, and the mask names the lanes of the first.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  float value = i < rows && j < cols ? image[i * cols + j] : 0.0f;
  for (int step = 8; step > 0; step /= 2) value += __shfl_xor_sync(0xffff, value, step, 16);
  if (threadIdx.x == 0 && i < rows) for (int k = 0; k < copies; ++k) atomicAdd(&out[k * rows + i], value);
}
