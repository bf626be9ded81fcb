// Mistakes that a call tells by its error.
#include <cstdio>
#include <cstdlib>
__global__ void fill(int* x) {
  if (x) x[threadIdx.x] = 1;
}
__global__ void __launch_bounds__(64) bounded(int* x) {
  if (x) x[threadIdx.x] = 1;
}
void tell(int line, cudaError_t error) { printf("line %d: %s\n", line, cudaGetErrorName(error)); }
#define TELL(call) tell(__LINE__, call)
int main() {
  int host[64] = {}, *x = nullptr, *y = nullptr;
  TELL(cudaMalloc(&x, 1024));
  TELL(cudaMalloc(&y, size_t(1) << 50));
  TELL(cudaMalloc(&y, 0));
  TELL(cudaMemcpy(host, host, 16, cudaMemcpyDeviceToDevice));
  TELL(cudaMemcpy(host, host, 16, cudaMemcpyHostToDevice));
  TELL(cudaMemcpy(x, x, 16, cudaMemcpyHostToHost));
  TELL(cudaMemcpy(nullptr, x, 16, cudaMemcpyDeviceToHost));
  TELL(cudaMemcpy(x, host, 16, cudaMemcpyKind(7)));
  TELL(cudaMemset(host, 0, 16));
  TELL(cudaMemset(x, 0, 2048));
  fill<<<1, 32, 100000>>>(nullptr);
  TELL(cudaGetLastError());
  fill<<<0, 32>>>(nullptr);
  TELL(cudaGetLastError());
  fill<<<1, dim3(1, 1, 65)>>>(nullptr);
  TELL(cudaGetLastError());
  fill<<<dim3(1, 70000), 32>>>(nullptr);
  TELL(cudaGetLastError());
  bounded<<<1, 128>>>(nullptr);
  TELL(cudaGetLastError());
  TELL(cudaFree(x + 1));
  TELL(cudaFree(host));
  TELL(cudaFree(nullptr));
  TELL(cudaFree(x));
  TELL(cudaFree(x));
  void* pageable = malloc(16);
  TELL(cudaFreeHost(pageable));
  free(pageable);
}
