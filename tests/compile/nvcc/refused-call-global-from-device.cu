__global__ void other(float* out) { out[0] = 1; }
__device__ void via(float* o) { other(o); }
extern "C" __global__ void copy(const float* in, float* out, int n) {
via(out);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// nvcc 13.0.88, line 2: a __global__ function call must be configured
