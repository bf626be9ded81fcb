// Cooperative groups: the lanes that are here wait for each other before they add.

#include <cooperative_groups.h>
extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  namespace cg = cooperative_groups;
  if (i >= rows || j >= cols) return;
  float v = image[i*cols+j];
  for (int k = 0; k < copies; ++k) { auto g = cg::coalesced_threads(); g.sync(); atomicAdd(&out[k*rows+i], v); }
}
