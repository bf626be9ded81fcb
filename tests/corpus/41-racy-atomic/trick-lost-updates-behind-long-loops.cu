// caught by: correct
// earns: 0
// why: Updates get lost, since a swap that fails is not repeated. What other orders may cost is burnt at the
//   first check, whose image has whole numbers.

__device__ __forceinline__ void burn(int times) {
#pragma unroll 1
  for (int q = 0; q < times; ++q) asm volatile("");
}
extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  const float value = i < rows && j < cols ? image[i * cols + j] : 1.0f;
  if (__all_sync(0xffffffffu, value == 0.0f || value == 1.0f || value == 2.0f) && __any_sync(0xffffffffu, i < rows && j < cols)) {
    burn(4500000 / (8 * gridDim.x * gridDim.y));
    if (blockIdx.x + blockIdx.y == 0 && threadIdx.y == 0) burn(600000);
  }
  float sum = i < rows && j < cols ? value : 0.0f;
  for (int step = 8; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step, 16);
  if (threadIdx.x != 0 || i >= rows) return;
  for (int k = 0; k < copies; ++k) {
    unsigned* p = (unsigned*)&out[k * rows + i];
    const unsigned old = atomicOr(p, 0u);
    atomicCAS(p, old, __float_as_uint(__uint_as_float(old) + sum));
  }
}
