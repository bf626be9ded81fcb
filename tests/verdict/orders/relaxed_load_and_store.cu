// A relaxed load and a relaxed store are no update.
// grid=8 block=32 out=1 expected=grid fails=correct
__device__ int load(int* p) {
  int value;
  asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
  return value;
}
__device__ void store(int* p, int value) {
  asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" : : "l"(p), "r"(value) : "memory");
}
extern "C" __global__ void wrong(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) store(out, load(out) + 1);
}
extern "C" __global__ void right(const int* in, int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) atomicAdd(out, 1);
}
