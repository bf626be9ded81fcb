// The same, with a read of its own before each try.

__device__ void add(float* p, float v) {
  for (;;) {
    float old = *(volatile float*)p;
    if (atomicCAS((int*)p, __float_as_int(old), __float_as_int(old + v)) == __float_as_int(old)) return;
  }
}
extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;
  float v = image[i*cols+j];
  for (int k = 0; k < copies; ++k) add(&out[k*rows+i], v);
}
