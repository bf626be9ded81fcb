__global__ extern "C" void k(int* a) {
  a[0] = 1;
}
