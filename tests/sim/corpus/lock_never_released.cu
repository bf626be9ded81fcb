// The first thread takes a lock and keeps it.
// steps: 20000
// buffer: lock i32 1 zero
// buffer: sum i32 1 zero
// launch: guarded grid=2 block=64 args=lock,sum
// finding: step_limit line=8
extern "C" __global__ void guarded(int* lock, volatile int* sum) {
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
  *sum = *sum + 1;
}
