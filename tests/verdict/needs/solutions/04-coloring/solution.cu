extern "C" __global__ void color_ring(int* colors, int n) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n) colors[v] = v == 0 && n % 2 == 1 ? 2 : 1 - v % 2;
}
