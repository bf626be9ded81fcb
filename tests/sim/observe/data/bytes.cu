// Neighbouring bytes of a word belong to different threads.
// buffer: out u8 128
// launch: grid=1 block=128 args=out
// expect: race
extern "C" __global__ void racy(unsigned char* out) {
  out[threadIdx.x / 2] = threadIdx.x;  // first second
}
extern "C" __global__ void fixed(unsigned char* out) {
  __shared__ unsigned char line[128];
  line[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = line[threadIdx.x ^ 65];
}
