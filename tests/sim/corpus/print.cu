// printf with every conversion, from some threads of two blocks.
// buffer: out i32 4 zero
// launch: say grid=2 block=33 args=out
// prints: block 0 thread 31: -7|    +42|00ff|0X1F|z|18446744073709551615
// prints: 0.333333 3.333e-01 1e+20 0x1.8p+1 inf -nan| text| te|(null)
// prints:    7|7   |007|50%
// prints: block 0 thread 32: -7|    +42|00ff|0X1F|z|18446744073709551615
// prints: 0.333333 3.333e-01 1e+20 0x1.8p+1 inf -nan| text| te|(null)
// prints:    7|7   |007|50%
// prints: block 1 thread 31: -7|    +42|00ff|0X1F|z|18446744073709551615
// prints: 0.333333 3.333e-01 1e+20 0x1.8p+1 inf -nan| text| te|(null)
// prints:    7|7   |007|50%
// prints: block 1 thread 32: -7|    +42|00ff|0X1F|z|18446744073709551615
// prints: 0.333333 3.333e-01 1e+20 0x1.8p+1 inf -nan| text| te|(null)
// prints:    7|7   |007|50%
#include <cstdio>
extern "C" __global__ void say(int* out) {
  if (threadIdx.x < 31) return;
  const char* nothing = nullptr;
  int n = printf("block %d thread %u: %hd|%+7i|%04x|%#X|%c|%llu\n", blockIdx.x, threadIdx.x, -7, 42, 255,
                 31, 'z', ~0ull);
  n += printf("%f %.3e %g %a %f %f| %s| %.2s|%s\n", 1 / 3.0, 1 / 3.0f, 1e20, 3.0,
              __longlong_as_double(0x7ff0000000000000), __longlong_as_double(0xfff8000000000000), "text",
              "text", nothing);
  n += printf("%*d|%-*d|%.3d|50%%\n", 4, 7, 4, 7, 7);
  out[blockIdx.x * 2 + threadIdx.x - 31] = n;
}
