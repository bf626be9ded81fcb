extern "C" __global__ void copy(const float* in, float* out, int n) {
__shared__ float größe[1024]; größe[threadIdx.x] = 1;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * größe[threadIdx.x];
}
// nvcc 13.0.88 accepts this.
