// caught by: race free
// why: A lane that is alone in its warp adds without an atomic, while other blocks add to the same element.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;

  const float value = image[i * cols + j];
  for (int k = 0; k < copies; ++k) {
    if (__popc(__activemask()) == 1) out[k * rows + i] += value;
    else atomicAdd(&out[k * rows + i], value);
  }
}
