// The time of an event is asked for before anything has waited for it.
#include <cstdio>
__global__ void fill(int* x) { x[threadIdx.x] = 1; }
int main() {
  int* x;
  float ms = 0;
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaMalloc(&x, 256 * sizeof(int));
  cudaEventRecord(begin);
  fill<<<1, 256>>>(x);
  cudaEventRecord(end);
  cudaEventElapsedTime(&ms, begin, end);
  cudaEventSynchronize(end);
  cudaEventElapsedTime(&ms, begin, end);
  printf("%s\n", ms > 0 ? "took time" : "took none");
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  cudaFree(x);
}
