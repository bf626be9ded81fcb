// caught by: correct
// why: The loop ends where what was seen is nearly what was expected, and nearly is not: somebody may have added a
//   little in between, so nothing was stored.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;
  const float value = image[i * cols + j];
  for (int k = 0; k < copies; ++k) {
    int* p = reinterpret_cast<int*>(&out[k * rows + i]);
    int old = *reinterpret_cast<volatile int*>(p), seen;
    do {
      seen = old;
      old = atomicCAS(p, seen, __float_as_int(__int_as_float(seen) + value));
    } while (fabsf(__int_as_float(old) - __int_as_float(seen)) > 1e-3f);
  }
}
