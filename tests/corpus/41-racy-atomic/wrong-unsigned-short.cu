// caught by: correct
// why: The place in the image has 16 bits, and begins again at 65 536.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;
  const unsigned short place = i * cols + j;
  for (int k = 0; k < copies; ++k) atomicAdd(&out[k * rows + i], image[place]);
}
