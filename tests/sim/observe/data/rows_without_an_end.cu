// A matrix of 5 columns and blocks of 4: threads beyond the end of a row store into the next one.
// buffer: in i32 64
// buffer: out i32 64
// launch: grid=2x2 block=4x2 args=in,out,5
// expect: race
extern "C" __global__ void racy(const int* in, int* out, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * cols + x] = in[y * 8 + x];  // first second
}
extern "C" __global__ void fixed(const int* in, int* out, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols) out[y * cols + x] = in[y * 8 + x];
}
