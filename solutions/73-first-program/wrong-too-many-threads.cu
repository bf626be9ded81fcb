// caught by: launches
// why: A block has at most 1024 threads, so nothing is launched.
#include <cstdio>

#define CHECK(call)                                                 \
  do {                                                              \
    const cudaError_t error = (call);                               \
    if (error != cudaSuccess) {                                     \
      printf("line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      return;                                                       \
    }                                                               \
  } while (0)

__global__ void add(const float* a, const float* b, float* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}

extern "C" void solve(const float* a, const float* b, float* sum, int n) {
  const size_t bytes = n * sizeof(float);
  float *device_a, *device_b, *device_sum;
  CHECK(cudaMalloc(&device_a, bytes));
  CHECK(cudaMalloc(&device_b, bytes));
  CHECK(cudaMalloc(&device_sum, bytes));
  CHECK(cudaMemcpy(device_a, a, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_b, b, bytes, cudaMemcpyHostToDevice));
  add<<<1, 2048>>>(device_a, device_b, device_sum, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(sum, device_sum, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_sum));
}
