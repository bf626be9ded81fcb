// A relaxed load spares the exchange where the vertex has been found; the four edges come in one load.
#include <cuda/atomic>

using Shared = cuda::atomic_ref<int, cuda::thread_scope_device>;

extern "C" __global__ void bfs(const int* edges, int* level, int* queue, int* counts, int n, int step) {
  const auto visit = [&](int to) {
    Shared shared(level[to]);
    if (shared.load(cuda::memory_order_relaxed) != -1) return;
    int expected = -1;
    if (!shared.compare_exchange_strong(expected, step + 1, cuda::memory_order_relaxed)) return;
    const int place = Shared(counts[step + 1]).fetch_add(1, cuda::memory_order_relaxed);
    queue[(step + 1) % 2 * n + place] = to;
  };
  const int end = counts[step];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < end; i += gridDim.x * blockDim.x) {
    const int4 to = reinterpret_cast<const int4*>(edges)[queue[step % 2 * n + i]];
    visit(to.x);
    visit(to.y);
    visit(to.z);
    visit(to.w);
  }
}
