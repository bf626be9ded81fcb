// Adds two vectors of n floats. The kernel is complete; the host's part is not.
#include <cstdio>

// Ends the program with a sentence where a call has failed: CHECK(cudaMalloc(...)).
#define CHECK(call)                                                      \
  do {                                                                   \
    const cudaError_t error = (call);                                    \
    if (error != cudaSuccess) {                                          \
      printf("line %d: %s\n", __LINE__, cudaGetErrorString(error));      \
      return;                                                            \
    }                                                                    \
  } while (0)

__global__ void add(const float* a, const float* b, float* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}

// a, b and sum are memory of the host.
extern "C" void solve(const float* a, const float* b, float* sum, int n) {
  float* device_sum;
  CHECK(cudaMalloc(&device_sum, n * sizeof(float)));
  add<<<(n + 255) / 256, 256>>>(a, b, device_sum, n);
  CHECK(cudaGetLastError());
}
