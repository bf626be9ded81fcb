// A box out of a pitched volume.
#include <cstdio>
__global__ void number(cudaPitchedPtr p, int w, int h) {
  char* row = (char*)p.ptr + (blockIdx.y * h + blockIdx.x) * p.pitch;
  for (int x = threadIdx.x; x < w; x += blockDim.x) ((int*)row)[x] = x + 100 * blockIdx.x + 10000 * blockIdx.y;
}
int main() {
  const int w = 20, h = 6, d = 4;
  int box[2][3][5];
  cudaPitchedPtr p;
  cudaMalloc3D(&p, make_cudaExtent(w * sizeof(int), h, d));
  number<<<dim3(h, d), 32>>>(p, w, h);
  cudaMemcpy3DParms m = {};
  m.srcPtr = p;
  m.srcPos = make_cudaPos(7 * sizeof(int), 2, 1);
  m.dstPtr = make_cudaPitchedPtr(box, 5 * sizeof(int), 5, 3);
  m.extent = make_cudaExtent(5 * sizeof(int), 3, 2);
  m.kind = cudaMemcpyDeviceToHost;
  printf("%s\n", cudaGetErrorName(cudaMemcpy3D(&m)));
  printf("%d %d\n", box[0][0][0], box[1][2][4]);
  cudaFree(p.ptr);
}
