// red in place of atom: nobody asks for the old value.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;
  const float v = image[i * cols + j];
  for (int k = 0; k < copies; ++k)
    asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" :: "l"(__cvta_generic_to_global(out + k * rows + i)), "f"(v) : "memory");
}
