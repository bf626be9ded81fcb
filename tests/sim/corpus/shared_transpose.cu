// The tiled transposition without padding: every column of the tile lies in one bank.
// buffer: in f32 2048 ramp
// buffer: out f32 2048 zero
// launch: transpose grid=2x1 block=32x32 args=in,out,i32:64,i32:32
extern "C" __global__ void transpose(const float* in, float* out, int width, int height) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}
