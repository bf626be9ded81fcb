// caught by: few passes
// earns: 0
// why: Lanes that go in and out one after the other have no conflicts.
extern "C" __global__ void turn(const float* in, float* out, int rows, int cols) {
  __shared__ volatile float tile[32][32];
  const int x = threadIdx.x, y = threadIdx.y, first_row = blockIdx.y * 32, first_column = blockIdx.x * 32;
  const bool reads = first_row + y < rows && first_column + x < cols;
  const float element = reads ? in[(first_row + y) * cols + first_column + x] : 0;
  tile[y][x] = element;
  __syncthreads();
  float turned = 0;
  for (int lane = 0; lane < 32; ++lane)
    if (lane == x) turned = tile[x][y];
  if (first_row + x < rows && first_column + y < cols)
    out[(first_column + y) * rows + rows - 1 - (first_row + x)] = turned;
}
