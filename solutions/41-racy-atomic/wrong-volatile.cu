// caught by: race free
// why: volatile makes every thread really read and really write; between the two another one still gets
//   in.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;

  volatile float* shared_out = out;
  const float value = image[i * cols + j];
  for (int k = 0; k < copies; ++k) {
    shared_out[k * rows + i] = shared_out[k * rows + i] + value;
  }
}
