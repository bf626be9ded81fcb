template <typename T>
extern "C" __global__ void k(T* a) {
  a[0] = 1;
}
