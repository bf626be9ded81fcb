// One thread goes through all vertices.
extern "C" __global__ void bfs_level(const int* starts, const int* targets, int* levels, int* changed,
                                     int level, int n) {
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  for (int v = 0; v < n; ++v)
    if (levels[v] == level)
      for (int e = starts[v]; e < starts[v + 1]; ++e)
        if (levels[targets[e]] < 0) { levels[targets[e]] = level + 1; *changed = 1; }
}
