__device__ void f(int* a) {
  a[0] = 1;

extern "C" __global__ void k(int* a) {
  f(a);
}
