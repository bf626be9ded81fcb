// caught by: shared memory
// earns: 0
// why: All lanes load, and one thread of the block does every addition, from shared memory.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  __shared__ volatile float values[16][16];
  values[threadIdx.y][threadIdx.x] = i < rows && j < cols ? image[i * cols + j] : 0.0f;
  __syncthreads();
  if (threadIdx.x != 0 || threadIdx.y != 0) return;
  for (int y = 0; y < 16 && i + y < rows; ++y) {
    float sum = 0.0f;
    for (int x = 0; x < 16; ++x) sum += values[y][x];
    for (int k = 0; k < copies; ++k) atomicAdd(&out[k * rows + i + y], sum);
  }
}
