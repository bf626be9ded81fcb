#include <utility>
extern "C" __global__ void copy(const float* in, float* out, int n) {
int a = 1, b = 2; std::swap(a, b);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// nvcc 13.0.88, line 3: calling a __host__ function("std::enable_if<std::__and_<    ::std::__not_<    ::std::__is_tuple_like<T1> > ,     ::std::is_move_constructible<T1> ,   
