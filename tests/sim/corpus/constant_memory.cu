// Constant memory, read at the same and at different places by the lanes of a warp.
// buffer: out f32 64 zero
// launch: filter grid=1 block=64 args=out
__constant__ float taps[5] = {0.5f, -1, 2, 0.25f, 3};
__constant__ int order[8] = {3, 1, 4, 1, 0, 2, 2, 4};
extern "C" __global__ void filter(float* out) {
  float sum = 0;
  for (int k = 0; k < 5; ++k) sum += taps[k] * (threadIdx.x + k);
  out[threadIdx.x] = sum + taps[order[threadIdx.x % 8]];
}
