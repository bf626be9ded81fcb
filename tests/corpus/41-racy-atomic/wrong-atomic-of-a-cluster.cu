// caught by: race free
// why: The addition is atomic within a cluster, and without __cluster_dims__ each block is a cluster of its own.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;

  const float value = image[i * cols + j];
  for (int k = 0; k < copies; ++k) {
    __nv_atomic_add(&out[k * rows + i], value, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_CLUSTER);
  }
}
