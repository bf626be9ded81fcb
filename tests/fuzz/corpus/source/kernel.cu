#include <cuda/std/cmath>
#define TILE 32
#define LEAVE(c) \
  if (c) return
namespace {
struct Pair { int a, b[2]; __device__ int sum() const { return a + b[0]; } };
template <class T, int n = 3> __device__ T twice(T value) { return value * n; }
}
extern "C" __global__ void __launch_bounds__(256) k(const float* __restrict__ in, float* out, int rows) {
  __shared__ float tile[TILE][TILE + 1];
  auto f = [&](int i) -> float { return in[i]; };
  for (int i = threadIdx.x; i < rows; i += blockDim.x) {
    LEAVE(i > 7);
    do { tile[i][0] = f(i); } while (tile[i][0] < 0.5e-3f);
    if (i < rows && rows > 3) asm volatile("exit;"); else switch (i) { case 0: out[i] = R"x(a)" )x"[0]; default: break; }
  }
}
