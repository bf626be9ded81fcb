// Right, and no way to do it: each thread copies its element in two halves. It is run to know the answer.

extern "C" __global__ void copy(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int* from = reinterpret_cast<const int*>(in + i);
  volatile int* to = reinterpret_cast<int*>(out + i);
  to[0] = from[0];
  to[1] = from[1];
}
