// caught by: race_free
// why: Each finder stores its own number in the flag, so that different values meet in one place.
extern "C" __global__ void bfs_level(const int* starts, const int* targets, int* levels, int* changed,
                                     int level, int n) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || levels[v] != level) return;
  for (int e = starts[v]; e < starts[v + 1]; ++e)
    if (levels[targets[e]] < 0) {
      levels[targets[e]] = level + 1;
      *changed = 1 + v;
    }
}
