extern "C" __global__ void bfs(const int* edges, int* level, int* queue, int* counts, int n, int step) {
  const int* const here = queue + step % 2 * n;
  int* const next = queue + (step + 1) % 2 * n;
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = first; i < counts[step]; i += gridDim.x * blockDim.x) {
    const int v = here[i];
    for (int e = 4 * v; e < 4 * v + 4; ++e) {
      const int to = edges[e];
      if (atomicCAS(&level[to], -1, step + 1) == -1) next[atomicAdd(&counts[step + 1], 1)] = to;
    }
  }
}
