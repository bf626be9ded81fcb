// caught by: nothing else
// earns: 0
// why: The elements wait in global memory of the kernel's own.
__device__ float waiting[1 << 22];
extern "C" __global__ void rotate(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  waiting[i] = in[(i + n - 8 % n) % n];
  out[i] = waiting[i];
}
