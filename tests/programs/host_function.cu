// A function of the host's in the order of a stream may look at what is before it.
#include <cstdio>
__global__ void add(int* x) { x[threadIdx.x] += 1; }
void look(void* data) { printf("between: %d\n", *(int*)data); }
int main() {
  int* x;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocManaged(&x, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) x[i] = i;
  add<<<1, 32, 0, stream>>>(x);
  cudaLaunchHostFunc(stream, look, x + 31);
  add<<<1, 32, 0, stream>>>(x);
  cudaStreamSynchronize(stream);
  printf("behind: %d\n", x[31]);
  cudaStreamDestroy(stream);
  cudaFree(x);
}
