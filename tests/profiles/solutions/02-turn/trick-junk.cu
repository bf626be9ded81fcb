// caught by: no busywork
// earns: 0.9
// why: Arithmetic that leads nowhere beside the work.
extern "C" __global__ void turn(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y, first_row = blockIdx.y * 32, first_column = blockIdx.x * 32;
  float nothing = 0;
  for (int k = 0; k < 200; ++k) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(nothing));
  if (first_row + y < rows && first_column + x < cols)
    tile[y][x] = in[(first_row + y) * cols + first_column + x];
  __syncthreads();
  if (first_row + x < rows && first_column + y < cols)
    out[(first_column + y) * rows + rows - 1 - (first_row + x)] = tile[x][y] + nothing;
}
