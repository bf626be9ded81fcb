template <class T> __global__ void other(T* out) { out[0] = 1; }
extern "C" __global__ void copy(const float* in, float* out, int n) {
other<float>(out);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// nvcc 13.0.88, line 3: a __global__ function call must be configured
