// Vertex v has 1 to 3 edges: to v + 1 and to vertices that the seed draws.
__device__ unsigned mixed(unsigned x) {
  x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; return x ^ x >> 16;
}
extern "C" __global__ void make_graph(int* starts, int* targets, int* levels, int n, int seed) {
  int edges = 0;
  for (int v = 0; v < n; ++v) {
    starts[v] = edges;
    const int count = mixed(v + seed) % 4;
    for (int k = 0; k < count; ++k) targets[edges++] = mixed(4 * v + k + seed) % n;
    levels[v] = v == 0 ? 0 : -1;
  }
  starts[n] = edges;
}
