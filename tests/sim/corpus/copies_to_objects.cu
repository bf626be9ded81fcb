// Asynchronous copies that arrive at barrier objects: cuda::memcpy_async.
// targets: sm_80 sm_90
// buffer: in f32 1024 ramp
// buffer: out f32 512 zero
// launch: copy grid=2 block=128 args=in,out
#include <cooperative_groups.h>
#include <cuda/barrier>
#pragma nv_diag_suppress static_var_with_dynamic_init
extern "C" __global__ void copy(const float* in, float* out) {
  __shared__ float tile[2][256];
  __shared__ cuda::barrier<cuda::thread_scope_block> all[2];
  const auto block = cooperative_groups::this_thread_block();
  const int i = threadIdx.x;
  if (i < 2) init(&all[i], block.size());
  block.sync();
  cuda::memcpy_async(block, tile[0], in + 256 * blockIdx.x, sizeof(float) * 256, all[0]);
  auto token = all[0].arrive();
  for (int k = 0; k < 2; ++k)
    cuda::memcpy_async(&tile[1][i + 128 * k], &in[512 + 256 * blockIdx.x + i + 128 * k],
                       sizeof(float), all[1]);
  all[0].wait(cuda::std::move(token));
  float sum = tile[0][255 - i] + tile[0][i];
  all[1].arrive_and_wait();
  out[256 * blockIdx.x + i] = sum;
  out[256 * blockIdx.x + 128 + i] = tile[1][255 - 2 * i];
}
