// Copies of a square matrix by blocks of every shape, and of a plain array.
extern "C" __global__ void copy_2d(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) out[y * n + x] = in[y * n + x];
}

// Blocks of 32 x 8, tiles of 32 x 32: four elements a thread.
extern "C" __global__ void copy_four(const float* in, float* out, int n) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) out[(y + k) * n + x] = in[(y + k) * n + x];
}

extern "C" __global__ void copy_float2(const float2* in, float2* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i];
}

extern "C" __global__ void copy_float4(const float4* in, float4* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i];
}

extern "C" __global__ void copy_grid_stride(const float* in, float* out, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    out[i] = in[i];
}

extern "C" __global__ void copy_bytes(const unsigned char* in, unsigned char* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i];
}

// Neighbouring threads read elements that lie `stride` apart.
extern "C" __global__ void gather_strided(const float* in, float* out, int count, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[(size_t)i * stride];
}

extern "C" __global__ void scatter_strided(const float* in, float* out, int count, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[(size_t)i * stride] = in[i];
}

// Anywhere in the input.
extern "C" __global__ void gather(const float* in, const int* index, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[index[i]];
}

// All by one block, and by one of a grid in which the others have nothing to do.
extern "C" __global__ void copy_round_float4(const float4* in, float4* out, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    out[i] = in[i];
}

extern "C" __global__ void copy_by_block(const float* in, float* out, int count, int block) {
  if (blockIdx.x != block) return;
  for (int i = threadIdx.x; i < count; i += blockDim.x) out[i] = in[i];
}
