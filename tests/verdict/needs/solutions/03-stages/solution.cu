extern "C" __global__ void make_squares(const int* in, int* squares, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) squares[i] = in[i] * in[i];
}
extern "C" __global__ void add_neighbours(const int* squares, int* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sums[i] = squares[i] + squares[(i + 1) % n];
}
