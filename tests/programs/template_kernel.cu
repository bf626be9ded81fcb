// A template, launched from a function that a macro checks.
#include <cstdio>
#include <cstdlib>
#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t e = (call);                                                    \
    if (e != cudaSuccess) {                                                    \
      printf("line %d: %s\n", __LINE__, cudaGetErrorString(e));                \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)
template <class T, int kSize>
__global__ void reverse(T* x) {
  T mine = x[threadIdx.x];
  __syncthreads();
  x[kSize - threadIdx.x] = mine;
}
int main() {
  double host[64], *x;
  for (int i = 0; i < 64; ++i) host[i] = i;
  CHECK(cudaMalloc(&x, sizeof host));
  CHECK(cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice));
  reverse<double, 64><<<1, 64>>>(x);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost));
  printf("%g\n", host[1]);
  CHECK(cudaFree(x));
  CHECK(cudaFree(x));
}
