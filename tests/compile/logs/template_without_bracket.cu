struct Waiting {
  template class T>
  __device__ void meet(T t) {
    t(1);
  }
};

extern "C" __global__ void k(int* a) {
  a[0] = 1;
}
