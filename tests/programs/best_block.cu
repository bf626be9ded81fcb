// The block with which most warps fit, asked of the runtime, and a function called behind the work.
#include <cstdio>
__global__ void scale(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 3;
}
void tell(void* what) { printf("done: %s\n", static_cast<const char*>(what)); }
int main() {
  const int n = 3000;
  int grid = 0, block = 0;
  float *x, host[n];
  for (int i = 0; i < n; ++i) host[i] = 1;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, scale, 0, 0);
  cudaMalloc(&x, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  scale<<<(n + block - 1) / block, block>>>(x, n);
  cudaLaunchHostFunc(0, tell, const_cast<char*>("scaled"));
  cudaDeviceSynchronize();
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d blocks of %d: %g\n", grid, block, host[n - 1]);
  cudaFree(x);
}
