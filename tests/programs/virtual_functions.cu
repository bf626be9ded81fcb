// Objects with virtual functions, made and used on the device.
#include <cstdio>
struct Shape {
  __device__ virtual ~Shape() {}
  __device__ virtual float area() const = 0;
};
struct Square : Shape {
  float side;
  __device__ explicit Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};
struct Circle : Shape {
  float radius;
  __device__ explicit Circle(float r) : radius(r) {}
  __device__ float area() const override { return 3 * radius * radius; }
};
__global__ void areas(float* sums) {
  Shape* shape = threadIdx.x % 2 ? (Shape*)new Square((float)threadIdx.x) : (Shape*)new Circle(2);
  sums[threadIdx.x] = shape->area();
  delete shape;
}
int main() {
  float *sums, host[8];
  cudaMalloc(&sums, sizeof host);
  areas<<<1, 8>>>(sums);
  cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
  for (float value : host) printf("%g ", value);
  printf("\n");
  cudaFree(sums);
}
