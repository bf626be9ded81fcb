#include <type_traits>
template <class T, std::enable_if_t<std::is_arithmetic<T>::value, int> = 0> __device__ T f(T x) { return x; }
extern "C" __global__ void copy(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = f(in[i]);
}
// nvcc 13.0.88 accepts this.
