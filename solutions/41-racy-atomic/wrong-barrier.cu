// caught by: race free
// why: The barrier makes the threads of a block wait before the addition, and then they all add at the
//   same time; other blocks never wait.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  const bool inside = i < rows && j < cols;

  const float value = inside ? image[i * cols + j] : 0.0f;
  for (int k = 0; k < copies; ++k) {
    __syncthreads();
    if (inside) out[k * rows + i] += value;
    __syncthreads();
  }
}
