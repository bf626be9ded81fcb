// A lock around a plain counter.
// buffer: lock i32 1
// buffer: count i32 1
// launch: grid=4 block=32 args=lock,count
// expect: race
extern "C" __global__ void racy(int* lock, int* count) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    *count += 1;  // first second
    atomicExch(lock, 0);
  }
}
extern "C" __global__ void fixed(int* lock, int* count) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    *count += 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}
