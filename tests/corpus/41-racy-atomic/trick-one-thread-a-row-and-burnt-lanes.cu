// caught by: atomic additions
// earns: 0.65
// why: One thread adds up each row alone, without a race, and the others are kept busy with
// arithmetic.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (j != 0) {
    float nothing = 0.0f;
    for (int k = 0; k < 4 * cols; ++k) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(nothing));
    return;
  }
  if (i >= rows) return;
  float sum = 0.0f;
  for (int column = 0; column < cols; ++column) sum += image[i * cols + column];
  for (int k = 0; k < copies; ++k) out[k * rows + i] += sum;
}
