// How many steps is each vertex away from vertex 0?
//
// n vertices have 4 edges each: those of v lead to edges[4 * v] up to
// edges[4 * v + 3]. level[v] is -1 until v is found, and level[0] is 0.
//
// The kernel is launched once for each step, with step = 0, 1, 2, ...: it
// finds the vertices of level step + 1. There are 8 blocks of 256 threads,
// fewer than vertices.
//
// queue and counts are for you: 2 * n elements, and one for each step and one
// more. At first queue[0] is 0 and the rest -1, counts[0] is 1 and the rest 0.

// It looks at every vertex in every step, and it has a race.
extern "C" __global__ void bfs(const int* edges, int* level, int* queue,
                               int* counts, int n, int step) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  for (int v = first; v < n; v += gridDim.x * blockDim.x) {
    if (level[v] != step) continue;
    for (int e = 4 * v; e < 4 * v + 4; ++e) {
      const int to = edges[e];
      if (level[to] == -1) level[to] = step + 1;
    }
  }
}
