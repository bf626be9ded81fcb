// caught by: correct
// why: Where n is odd the last vertex has the colour of the first.
extern "C" __global__ void color_ring(int* colors, int n) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n) colors[v] = v % 2;
}
