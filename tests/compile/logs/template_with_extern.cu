extern "C" {
template <typename T>
__global__ void k(T* a) {
  a[0] = 1;
}
}
