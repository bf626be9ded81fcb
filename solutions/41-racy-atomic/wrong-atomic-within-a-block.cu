// caught by: race free
// why: The addition is atomic among the threads of a block, and several blocks add to one element.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;
  const float value = image[i * cols + j];
  for (int k = 0; k < copies; ++k) atomicAdd_block(&out[k * rows + i], value);
}
