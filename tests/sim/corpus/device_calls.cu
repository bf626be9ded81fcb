// Calls of functions that are not inlined: structs in, structs out, from divergent code.
// buffer: out f32 128 zero
// launch: rotate grid=1 block=64 args=out
struct Vector { float x, y; };
struct Matrix { float m[4]; };
__device__ __noinline__ Vector times(Matrix a, Vector v) {
  return {a.m[0] * v.x + a.m[1] * v.y, a.m[2] * v.x + a.m[3] * v.y};
}
__device__ __noinline__ float clamp_to(float x, float low, float high) {
  if (x < low) return low;
  if (x > high) return high;
  return x;
}
extern "C" __global__ void rotate(float* out) {
  const int i = threadIdx.x;
  const Matrix quarter = {{0, -1, 1, 0}};
  Vector v = {float(i), float(2 * i)};
  if (i % 2) v = times(quarter, v);
  out[2 * i] = clamp_to(v.x, -50, 20);
  out[2 * i + 1] = v.y;
}
