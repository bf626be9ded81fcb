// caught by: correct
// why: Who comes last in a row adds the sum of all. That the others have been counted does not say that what they added
//   has arrived: between the two atomics of a thread there is no fence.

__device__ float sums[4096];
__device__ unsigned came[4096];
extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;
  atomicAdd(&sums[i], image[i * cols + j]);
  if (atomicAdd(&came[i], 1u) != cols - 1) return;
  const float sum = atomicAdd(&sums[i], 0.0f);
  for (int k = 0; k < copies; ++k) atomicAdd(&out[k * rows + i], sum);
}
