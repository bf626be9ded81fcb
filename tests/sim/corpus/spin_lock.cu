// Every thread takes a lock, also those of one warp from one another, and adds without an atomic.
// buffer: lock i32 1 zero
// buffer: sum f32 1 zero
// launch: guarded grid=2 block=48 args=lock,sum
extern "C" __global__ void guarded(int* lock, volatile float* sum) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *sum = *sum + 1;
  __threadfence();
  atomicExch(lock, 0);
}
