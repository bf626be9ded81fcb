extern "C" __global__ void make_squares(const int* in, int* squares, int n) {
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  for (int i = 0; i < n; ++i) squares[i] = in[i] * in[i];
}
extern "C" __global__ void add_neighbours(const int* squares, int* sums, int n) {
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  for (int i = 0; i < n; ++i) sums[i] = squares[i] + squares[(i + 1) % n];
}
