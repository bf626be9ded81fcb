// Vector add, four at a time: c = a + b, with loads and stores of 16 bytes.
//
// The three vectors have n floats each, and begin at addresses that are
// multiples of 256. There is one thread for four elements: blocks of 256
// threads, and n / 4 threads, rounded up to whole blocks. n need not be a
// multiple of 4.
//
// This kernel is right. Its threads take four elements each, one after the
// other and a whole grid apart, so that neighbouring threads have neighbouring
// elements. Make it take them four at a time.

extern "C" __global__ void vector_add_4(const float* a, const float* b,
                                        float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = gridDim.x * blockDim.x;

  for (int i = thread; i < n; i += threads) {
    c[i] = a[i] + b[i];
  }
}
