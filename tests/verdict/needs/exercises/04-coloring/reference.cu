extern "C" __global__ void color_ring(int* colors, int n) {
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  for (int v = 0; v < n; ++v) colors[v] = v == n - 1 && n % 2 == 1 ? 2 : v % 2;
}
