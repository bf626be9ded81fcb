// Blocks add to one sum, in statements of their own: what is read is old when the sum is stored.
// buffer: in i32 128
// buffer: sum i32 1
// launch: grid=4 block=32 args=in,sum
// expect: race
extern "C" __global__ void racy(const int* in, int* sum) {
  if (threadIdx.x != 0) return;
  const int old = *sum;  // second
  const int next = old + in[blockIdx.x];
  *sum = next;  // first
}
extern "C" __global__ void fixed(const int* in, int* sum) {
  if (threadIdx.x != 0) return;
  atomicAdd(sum, in[blockIdx.x]);
}
