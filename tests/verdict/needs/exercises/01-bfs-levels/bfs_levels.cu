// One level of a breadth-first search, one thread a vertex. Sets *changed where a vertex was found.
extern "C" __global__ void bfs_level(const int* starts, const int* targets, int* levels, int* changed,
                                     int level, int n) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || levels[v] != level) return;
  for (int e = starts[v]; e < starts[v + 1]; ++e) levels[targets[e]] = level + 1;
}
