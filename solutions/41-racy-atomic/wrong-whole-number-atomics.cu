// caught by: correct
// why: It adds whole numbers to elements that are floats: the bits of the one are not the bits of the
//   other.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;

  const int value = static_cast<int>(image[i * cols + j]);
  for (int k = 0; k < copies; ++k) {
    atomicAdd(reinterpret_cast<int*>(&out[k * rows + i]), value);
  }
}
