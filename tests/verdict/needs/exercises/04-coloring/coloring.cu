// Colours a ring of n vertices with at most 3 colours so that neighbours differ.
extern "C" __global__ void color_ring(int* colors, int n) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n) colors[v] = v % 2;
}
