// Atomics of block scope on an element that several blocks share.
// buffer: out i32 1
// launch: grid=4 block=32 args=out
// expect: race
extern "C" __global__ void racy(int* out) { atomicAdd_block(out, 1); }  // first second
extern "C" __global__ void fixed(int* out) { atomicAdd(out, 1); }
