// caught by: nothing else
// why: The strided accesses go to a variable of the module, where the sums wait in the wrong
// order, and the matrices are coalesced.

__device__ float waiting[4096 * 4096];

extern "C" __global__ void matrix_add(const float* a, const float* b, float* c, int rows, int cols,
                                      int swapped) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (swapped) {
    if (x < rows && y < cols) c[x * cols + y] = a[x * cols + y] + b[x * cols + y];
    return;
  }
  if (y >= rows || x >= cols) return;
  const int place = (x % 4096) * 4096 + y % 4096;
  waiting[place] = a[y * cols + x] + b[y * cols + x];
  c[y * cols + x] = ((volatile float*)waiting)[place];
}
