extern "C" __global__ void k(float* a) {
  __shared__ float x[10000];
  __shared__ float y[10000];
  x[threadIdx.x] = a[threadIdx.x];
  y[threadIdx.x] = a[threadIdx.x + 1];
  __syncthreads();
  a[threadIdx.x] = x[threadIdx.x + 1] + y[threadIdx.x + 1];
}
