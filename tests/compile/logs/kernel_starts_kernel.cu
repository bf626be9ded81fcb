__global__ void other(int* a) { a[0] = 1; }

extern "C" __global__ void k(int* a) {
  other<<<1, 32>>>(a);
}
