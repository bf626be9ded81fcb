// A stencil in place, against one into another buffer.
// buffer: a f32 256
// buffer: b f32 256
// launch: grid=4 block=64 args=a,b
// expect: race
extern "C" __global__ void racy(float* a, float* b) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (i > 0 && i < 255) a[i] = a[i - 1] + a[i + 1];  // first second
}
extern "C" __global__ void fixed(float* a, float* b) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (i > 0 && i < 255) b[i] = a[i - 1] + a[i + 1];
}
