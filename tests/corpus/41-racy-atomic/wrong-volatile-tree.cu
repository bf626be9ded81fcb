// caught by: race free
// why: Volatile makes each step a load or a store; that all lanes have made the last one nobody says.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  __shared__ volatile float part[16][16];
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  const int x = threadIdx.x, y = threadIdx.y;
  part[y][x] = i < rows && j < cols ? image[i * cols + j] : 0.0f;
  for (int step = 8; step > 0; step /= 2) {
    if (x < step) part[y][x] += part[y][x + step];
  }
  if (x == 0 && i < rows) for (int k = 0; k < copies; ++k) atomicAdd(&out[k * rows + i], part[y][0]);
}
