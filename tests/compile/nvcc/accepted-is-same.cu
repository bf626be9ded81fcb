#include <type_traits>
template <class T> __device__ T f(T x) { static_assert(std::is_same<T, float>::value, ""); if constexpr (std::is_floating_point_v<T>) return x; else return 0; }
extern "C" __global__ void copy(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = f(in[i]);
}
// nvcc 13.0.88 accepts this.
