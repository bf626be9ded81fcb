extern "C" __global__ void is_coloring(const int* colors, int n) {
  for (int v = 0; v < n; ++v) {
    if (colors[v] < 0 || colors[v] > 2) { printf("vertex %d has the colour %d, and there are 0, 1 and 2\n", v, colors[v]); return; }
    if (n > 1 && colors[v] == colors[(v + 1) % n]) { printf("vertices %d and %d are neighbours and both have colour %d\n", v, (v + 1) % n, colors[v]); return; }
  }
}
