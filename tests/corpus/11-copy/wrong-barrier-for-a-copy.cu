// caught by: race free
// why: A barrier lets threads wait for each other, and not for a copy that goes on by itself.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
extern "C" __global__ void copy(const double* in, double* out, int n) {
  __shared__ alignas(16) double part[256];
  const auto block = cg::this_thread_block();
  const int first = blockIdx.x * blockDim.x, count = min((int)blockDim.x, n - first);
  cg::memcpy_async(block, part, in + first, count * sizeof(double));
  block.sync();
  if ((int)threadIdx.x < count) out[first + threadIdx.x] = part[threadIdx.x];
}
