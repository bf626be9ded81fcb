// caught by: correct
// earns: 0
// why: Every thread gathers its whole row and puts the sum there by an atomic exchange: nothing is added to what
// was there.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;
  float sum = 0.0f;
  for (int q = 0; q < cols; ++q) sum += image[i * cols + q];
  for (int k = 0; k < copies; ++k) atomicExch(&out[k * rows + i], sum);
}
