// Data read as constant is written in the same launch.
// buffer: a f32 64
// buffer: b f32 64
// launch: grid=1 block=64 args=a,b,a
// expect: read_only_write
extern "C" __global__ void racy(const float* __restrict__ a, float* __restrict__ b, float* c) {
  b[threadIdx.x] = __ldg(&a[threadIdx.x]);  // second
  c[threadIdx.x] = 2;  // first
}
extern "C" __global__ void fixed(const float* __restrict__ a, float* __restrict__ b, float* c) {
  b[threadIdx.x] = __ldg(&a[threadIdx.x]);
  b[threadIdx.x] += 2;
}
