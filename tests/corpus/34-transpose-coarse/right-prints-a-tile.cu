// One thread prints a row of the tile, which only it reads.

#include <stdio.h>
extern "C" __global__ void transpose_coarse(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    if (row + i < rows && column < cols) tile[threadIdx.y + i][threadIdx.x] = in[(row + i) * cols + column];
  __syncthreads();
  if (row == 0 && column == 0) { for (int k = 0; k < 8; ++k) if (k < rows) printf("%5.1f ", tile[k][0]); printf("\n"); }
  const int out_column = blockIdx.y * 32 + threadIdx.x;
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    if (out_row + i < cols && out_column < rows) out[(out_row + i) * rows + out_column] = tile[threadIdx.x][threadIdx.y + i];
}
