// Ordered loads and stores of warps of one block, spelled in PTX.
// buffer: out i32 32 zero
// launch: pass grid=1 block=64 args=out
extern "C" __global__ void pass(int* out) {
  __shared__ int value[32];
  __shared__ int ready;
  const int i = threadIdx.x % 32;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    int seen = 0;
    do {
      asm volatile("ld.acquire.cta.shared.s32 %0, [%1];"
                   : "=r"(seen) : "r"(static_cast<unsigned>(__cvta_generic_to_shared(&ready))) : "memory");
    } while (seen < 32);
    out[i] = value[31 - i];
  } else {
    value[i] = i * i;
    asm volatile("red.release.cta.shared.add.s32 [%0], 1;"
                 ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(&ready))) : "memory");
  }
}
