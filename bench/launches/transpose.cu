// Transposes of a square matrix.
extern "C" __global__ void strided_stores(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) out[x * n + y] = in[y * n + x];
}

extern "C" __global__ void strided_loads(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) out[y * n + x] = in[x * n + y];
}

template <int PITCH>
__device__ void through_tile(const float* in, float* out, int n) {
  __shared__ float tile[32][PITCH];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}
extern "C" __global__ void tile_conflicts(const float* in, float* out, int n) {
  through_tile<32>(in, out, n);
}
extern "C" __global__ void tile_padded(const float* in, float* out, int n) {
  through_tile<33>(in, out, n);
}
extern "C" __global__ void tile_two_way(const float* in, float* out, int n) {
  through_tile<34>(in, out, n);
}

// Blocks of 32 x 8: four elements a thread.
template <int PITCH>
__device__ void four_through_tile(const float* in, float* out, int n) {
  __shared__ float tile[32][PITCH];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) out[(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}
extern "C" __global__ void four_conflicts(const float* in, float* out, int n) {
  four_through_tile<32>(in, out, n);
}
extern "C" __global__ void four_padded(const float* in, float* out, int n) {
  four_through_tile<33>(in, out, n);
}
