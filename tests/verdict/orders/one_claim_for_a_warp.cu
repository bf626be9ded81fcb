// The lanes of a warp claim slots together; here the slots are expected in the order of the input.
// grid=3 block=64 out=n/3 expected=i0 fails=correct
__device__ int claim(int* count) {
  const unsigned active = __activemask();
  const int lane = threadIdx.x % 32, leader = __ffs(active) - 1;
  int first = 0;
  if (lane == leader) first = atomicAdd(count, __popc(active));
  return __shfl_sync(active, first, leader) + __popc(active & ((1u << lane) - 1));
}
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] % 3 == 0) out[claim(work)] = in[i] / 3;
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] % 3 != 0) return;
  const int slot = claim(work);
  atomicExch(&out[slot], slot);
}
