// caught by: a quarter of the loads
// why: Four elements in a row for each thread, and four loads of 4 bytes: as many requests as before, and each
//   touches 16 sectors and uses a quarter of them.

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int begin = 4 * thread;
  for (int i = begin; i < begin + 4 && i < n; ++i) c[i] = a[i] + b[i];
}
