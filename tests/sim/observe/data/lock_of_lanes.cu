// Every thread takes the lock in turn; a fence of the block's scope is not enough between blocks.
// buffer: lock i32 1
// buffer: count i32 1
// launch: grid=2 block=40 args=lock,count
// expect: race
extern "C" __global__ void racy(int* lock, int* count) {
  for (bool done = false; !done;)
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence_block();
      *count = *count + 1;  // first second
      __threadfence_block();
      atomicExch(lock, 0);
      done = true;
    }
}
extern "C" __global__ void fixed(int* lock, int* count) {
  for (bool done = false; !done;)
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *count = *count + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
}
