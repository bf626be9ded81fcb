// The clock is read before anything has waited for the kernel; the second time it is right.
#include <chrono>
#include <cstdio>
__global__ void fill(int* x) { x[threadIdx.x] = 1; }
int main() {
  int* x;
  cudaMalloc(&x, 256 * sizeof(int));
  auto begin = std::chrono::steady_clock::now();
  fill<<<1, 256>>>(x);
  auto end = std::chrono::steady_clock::now();
  cudaDeviceSynchronize();
  printf("%s\n", end >= begin ? "took time" : "went back");
  begin = std::chrono::steady_clock::now();
  fill<<<1, 256>>>(x);
  cudaDeviceSynchronize();
  end = std::chrono::steady_clock::now();
  printf("%s\n", end >= begin ? "took time" : "went back");
  cudaFree(x);
}
