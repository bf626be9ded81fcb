// caught by: correct
// why: Both halves of the block wait at one barrier for 128 threads: any four warps complete it.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  __shared__ float part[16][17];
  part[threadIdx.y][threadIdx.x] = i < rows && j < cols ? image[i * cols + j] : 0.0f;
  asm volatile("bar.sync 1, 128;" ::: "memory");
  // sum of a row is made by the 16 threads of the row one warp further (within the half)
  const int y = (threadIdx.y & 8) | ((threadIdx.y + 2) & 7);
  const int row = blockIdx.y * 16 + y;
  if (row >= rows || threadIdx.x) return;
  float s = 0;
  for (int x = 0; x < 16; ++x) s += part[y][x];
  for (int k = 0; k < copies; ++k) atomicAdd(&out[k * rows + row], s);
}
