// What a block finds meets in shared memory; one thread asks for places for all of it.

extern "C" __global__ void bfs(const int* edges, int* level, int* queue, int* counts, int n, int step) {
  __shared__ int found[1024], many, place;
  const int* const here = queue + (step & 1) * n;
  int* const next = queue + (~step & 1) * n;
  const int frontier = counts[step];
  for (int begin = blockIdx.x * blockDim.x; begin < frontier; begin += gridDim.x * blockDim.x) {
    if (threadIdx.x == 0) many = 0;
    __syncthreads();
    if (begin + threadIdx.x < frontier) {
      const int v = here[begin + threadIdx.x];
      for (int e = 0; e < 4; ++e) {
        const int to = edges[4 * v + e];
        if (atomicCAS(level + to, -1, step + 1) == -1) found[atomicAdd(&many, 1)] = to;
      }
    }
    __syncthreads();
    if (threadIdx.x == 0) place = atomicAdd(counts + step + 1, many);
    __syncthreads();
    for (int k = threadIdx.x; k < many; k += blockDim.x) next[place + k] = found[k];
    __syncthreads();
  }
}
