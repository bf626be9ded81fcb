// Half of a warp reads one buffer and half the other, then all of it reads them in turn: what was
// asked of each buffer, of variables and of constants is counted apart.
// buffer: a f32 128 ramp
// buffer: b f32 128 ramp
// buffer: out f32 64 zero
// buffer: count i32 2 zero
// launch: mixed grid=1 block=64 args=a,b,out,count
__constant__ float scale[4] = {1, 2, 3, 4};
__device__ float table[64];
extern "C" __global__ void mixed(const float* a, const float* b, float* out, int* count) {
  const int i = threadIdx.x;
  const float* half = i % 32 < 16 ? a : b;
  float sum = half[i];
#pragma unroll 1
  for (int k = 0; k < 4; ++k) {
    const float* from = k % 2 ? a : b;
    sum += from[i + 8 * k];
  }
  table[i] = sum;
  atomicAdd(&count[i % 2], 1);
  out[i] = sum * scale[i % 4];
}
