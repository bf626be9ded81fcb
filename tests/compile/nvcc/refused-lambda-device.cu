extern "C" __global__ void copy(const float* in, float* out, int n) {
auto f = [=] __device__ (int k) { return in[k]; };
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = f(i);
}
// nvcc 13.0.88, line 2: __host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag
