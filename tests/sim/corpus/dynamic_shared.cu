// Shared memory whose size the launch decides, divided among arrays by hand.
// buffer: out f32 64 zero
// launch: reverse grid=1 block=64 shared=512 args=out,i32:64
extern "C" __global__ void reverse(float* out, int n) {
  extern __shared__ float memory[];
  float* values = memory;
  int* order = reinterpret_cast<int*>(memory + n);
  values[threadIdx.x] = threadIdx.x * 0.5f;
  order[threadIdx.x] = n - 1 - threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = values[order[threadIdx.x]];
}
