// By cuda::atomic_ref, whose additions are relaxed.

#include <cuda/atomic>
extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;
  const float v = image[i * cols + j];
  for (int k = 0; k < copies; ++k) cuda::atomic_ref<float, cuda::thread_scope_device>(out[k * rows + i]).fetch_add(v, cuda::memory_order_relaxed);
}
