// Vector arithmetic, sums of columns and rows, reductions.
extern "C" __global__ void add(const float* a, const float* b, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a[i] + b[i];
}
extern "C" __global__ void add_float4(const float4* a, const float4* b, float4* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float4 p = a[i], q = b[i];
  out[i] = make_float4(p.x + q.x, p.y + q.y, p.z + q.z, p.w + q.w);
}
extern "C" __global__ void saxpy(const float* x, float* y, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) y[i] = 2.0f * x[i] + y[i];
}
extern "C" __global__ void column_sums(const float* a, float* out, int rows, int cols) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cols) return;
  float sum = 0;
  for (int r = 0; r < rows; ++r) sum += a[(size_t)r * cols + c];
  out[c] = sum;
}
// A thread a row: neighbouring threads read far apart.
extern "C" __global__ void row_sums(const float* a, float* out, int rows, int cols) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int c = 0; c < cols; ++c) sum += a[(size_t)r * cols + c];
  out[r] = sum;
}
extern "C" __global__ void reduce_tree(const float* in, float* out, int count) {
  __shared__ float part[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  part[threadIdx.x] = i < count ? in[i] : 0;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
// The tree that divides: lanes that work lie ever farther apart.
extern "C" __global__ void reduce_divergent(const float* in, float* out, int count) {
  __shared__ float part[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  part[threadIdx.x] = i < count ? in[i] : 0;
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    if (threadIdx.x % (2 * step) == 0) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
extern "C" __global__ void reduce_shuffle(const float* in, float* out, int count) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    sum += in[i];
  for (int lane = 16; lane > 0; lane /= 2) sum += __shfl_down_sync(0xffffffffu, sum, lane);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}
// Sums within each block of 1024, by doubling steps.
extern "C" __global__ void scan_block(const int* in, int* out) {
  __shared__ int part[2][1024];
  const int i = blockIdx.x * 1024 + threadIdx.x;
  int now = 0;
  part[0][threadIdx.x] = in[i];
  __syncthreads();
  for (int step = 1; step < 1024; step *= 2) {
    int sum = part[now][threadIdx.x];
    if (threadIdx.x >= step) sum += part[now][threadIdx.x - step];
    part[1 - now][threadIdx.x] = sum;
    now = 1 - now;
    __syncthreads();
  }
  out[i] = part[now][threadIdx.x];
}
