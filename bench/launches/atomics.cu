// Histograms and sums with atomics, from one address to many.
extern "C" __global__ void histogram_global(const int* in, int* bins, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) atomicAdd(&bins[in[i]], 1);
}
extern "C" __global__ void histogram_shared(const int* in, int* bins, int count) {
  __shared__ int own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < count; i += gridDim.x * 256)
    atomicAdd(&own[in[i]], 1);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
// Element i goes to cell i % cells.
extern "C" __global__ void add_side_by_side(const float* in, float* out, int count, int cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) atomicAdd(&out[i % cells], in[i]);
}
// All lanes of a warp to one cell.
extern "C" __global__ void add_warp_to_one(const int* in, int* out, int count, int cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) atomicAdd(&out[(i / 32) % cells], in[i]);
}
extern "C" __global__ void row_sums_atomic(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  atomicAdd(&out[y], in[y * n + x]);
}
extern "C" __global__ void column_sums_atomic(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  atomicAdd(&out[x], in[y * n + x]);
}
