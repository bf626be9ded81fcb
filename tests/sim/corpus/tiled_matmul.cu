// The tiled matrix product, with edges that do not fill a tile.
// buffer: a f32 600 random:71:-4:4
// buffer: b f32 500 random:72:-4:4
// buffer: c f32 750 zero
// launch: product grid=2x2 block=16x16 args=a,b,c,i32:30,i32:20,i32:25
extern "C" __global__ void product(const float* a, const float* b, float* c, int rows, int inner, int columns) {
  __shared__ float ta[16][16], tb[16][16];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int t = 0; t < (inner + 15) / 16; ++t) {
    const int ka = t * 16 + threadIdx.x, kb = t * 16 + threadIdx.y;
    ta[threadIdx.y][threadIdx.x] = y < rows && ka < inner ? a[y * inner + ka] : 0;
    tb[threadIdx.y][threadIdx.x] = x < columns && kb < inner ? b[kb * columns + x] : 0;
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += ta[threadIdx.y][k] * tb[k][threadIdx.x];
    __syncthreads();
  }
  if (x < columns && y < rows) c[y * columns + x] = sum;
}
