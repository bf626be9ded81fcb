// Pointers reach a kernel in a struct, and through device memory.
#include <cstdio>
struct Image {
  float* pixels;
  int width, height;
};
__global__ void fill(Image image, float** rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < image.width * image.height) image.pixels[i] = i;
  if (i < image.height) rows[i][0] = 100 + i;
}
int main() {
  Image image{nullptr, 8, 4};
  float host[32], **rows, *row[4];
  cudaMalloc(&image.pixels, sizeof host);
  cudaMalloc(&rows, sizeof row);
  for (int k = 0; k < 4; ++k) cudaMalloc(&row[k], sizeof(float));
  cudaMemcpy(rows, row, sizeof row, cudaMemcpyHostToDevice);
  fill<<<1, 32>>>(image, rows);
  cudaMemcpy(host, image.pixels, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(host, row[3], sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g\n", host[0], host[31]);
  cudaFree(image.pixels);
  cudaFree(rows);
}
