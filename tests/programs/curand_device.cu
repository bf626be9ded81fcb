// cuRAND's device side: the same numbers as on a GPU.
#include <curand_kernel.h>
#include <cstdio>
__global__ void draw(unsigned* words, float* uniform, float* normal) {
  int i = threadIdx.x;
  curandStatePhilox4_32_10_t philox;
  curand_init(1234, i, 0, &philox);
  words[i] = curand(&philox);
  uniform[i] = curand_uniform(&philox);
  curandState xorwow;
  curand_init(99, i, 3, &xorwow);
  words[32 + i] = curand(&xorwow);
  normal[i] = curand_normal(&xorwow);
}
int main() {
  unsigned* words;
  float *uniform, *normal;
  cudaMallocManaged(&words, 64 * sizeof(unsigned));
  cudaMallocManaged(&uniform, 32 * sizeof(float));
  cudaMallocManaged(&normal, 32 * sizeof(float));
  draw<<<1, 32>>>(words, uniform, normal);
  cudaDeviceSynchronize();
  printf("%u %u %.6f %.4f\n", words[5], words[37], uniform[31], normal[7]);
  cudaFree(words);
  cudaFree(uniform);
  cudaFree(normal);
}
