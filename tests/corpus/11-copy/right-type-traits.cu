// Types are asked what they are, as <type_traits> has it.

#include <type_traits>

template <typename T, typename = std::enable_if_t<std::is_floating_point<T>::value>>
__device__ std::remove_const_t<T> loaded(T* from, int i) {
  static_assert(std::is_same_v<std::remove_const_t<T>, double>, "the vectors have doubles");
  return from[i];
}

extern "C" __global__ void copy(std::conditional_t<true, const double, double>* in, double* out, int n) {
  const std::make_signed_t<unsigned> i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = loaded(in, i);
}
