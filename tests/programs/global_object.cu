// Memory of an object that lives before main() begins, and after it has ended; an exit code.
#include <cstdio>
struct Memory {
  int* pointer = nullptr;
  Memory() { cudaMalloc(&pointer, 128); }
  ~Memory() { printf("freed: %s\n", cudaGetErrorName(cudaFree(pointer))); }
};
Memory memory;
__global__ void fill(int* x) { x[threadIdx.x] = 7; }
int main() {
  int host[32];
  fill<<<1, 32>>>(memory.pointer);
  cudaMemcpy(host, memory.pointer, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host[31]);
  return 5;
}
