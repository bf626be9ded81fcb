// A loop around atomicCAS: whoever was overtaken adds again, to what it has found there.

__device__ void add(float* p, float v) {
  unsigned* bits = (unsigned*)p;
  unsigned old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __float_as_uint(__uint_as_float(assumed) + v));
  } while (old != assumed);
}
extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= cols) return;
  float v = image[i*cols+j];
  for (int k = 0; k < copies; ++k) add(&out[k*rows+i], v);
}
