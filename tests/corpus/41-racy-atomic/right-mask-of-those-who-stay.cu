// The lanes that have an element are known to all before the others leave.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  const bool inside = i < rows && j < cols;
  const unsigned mask = __ballot_sync(0xffffffff, inside);
  if (!inside) return;
  const float value = image[i * cols + j];
  const bool any = __any_sync(mask, value != 0.0f);
  for (int k = 0; any && k < copies; ++k) atomicAdd(&out[k * rows + i], value);
}
