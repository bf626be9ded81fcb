// How many elements a group has stands in a table of the module.

struct Limits { int step, mask; };
__device__ constexpr Limits kLimits[2] = {{4, 3}, {1, 0}};
__constant__ float kOne = 1.0f;
extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const int kind = t >= n / 4;
  const int step = kLimits[kind].step;
  if (step == 4) { const float4 x = ((const float4*)a)[t], y = ((const float4*)b)[t]; ((float4*)c)[t] = {x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w}; }
  else for (int i = 4 * t; i < n; i += step) c[i] = a[i] + kOne * b[i];
}
