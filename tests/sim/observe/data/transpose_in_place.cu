// Transposing in place: every pair is exchanged by one thread, or it is a race.
// buffer: a f32 1024
// launch: grid=1 block=32x32 args=a
// expect: race
extern "C" __global__ void racy(float* a) {
  const int x = threadIdx.x, y = threadIdx.y;
  a[x * 32 + y] = a[y * 32 + x];  // first second
}
extern "C" __global__ void fixed(float* a) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x < y) {
    const float v = a[y * 32 + x];
    a[y * 32 + x] = a[x * 32 + y];
    a[x * 32 + y] = v;
  }
}
