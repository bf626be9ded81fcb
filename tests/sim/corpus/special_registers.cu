// Every thread writes down where it is: a three-dimensional grid of blocks that are no multiple of 32.
// buffer: out u32 1440 zero
// launch: places grid=3x2x2 block=5x4x3 args=out
extern "C" __global__ void places(unsigned* out) {
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  unsigned lane, warp, below;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("mov.u32 %0, %%warpid;" : "=r"(warp));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  unsigned* mine = out + 2 * (block * blockDim.x * blockDim.y * blockDim.z + thread);
  mine[0] = blockIdx.x | blockIdx.y << 4 | blockIdx.z << 8 | threadIdx.x << 12 | threadIdx.y << 16 |
            threadIdx.z << 20;
  mine[1] = lane | warp << 8 | __popc(below) << 16;
}
