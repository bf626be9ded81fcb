// caught by: race free
// why: The same by an instruction, whose scope is the cluster: one block.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;

  const float value = image[i * cols + j];
  for (int k = 0; k < copies; ++k) {
    asm volatile("red.relaxed.cluster.global.add.f32 [%0], %1;" :: "l"(out + k * rows + i), "f"(value) : "memory");
  }
}
