// Five ways of transposing a square matrix, from one thread to a tile in shared
// memory.

// One thread does everything.
extern "C" __global__ void one_thread(const float* in, float* out, int n) {
  for (int row = 0; row < n; ++row) {
    for (int col = 0; col < n; ++col) out[col * n + row] = in[row * n + col];
  }
}

// A thread for each row.
extern "C" __global__ void thread_a_row(const float* in, float* out, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  for (int col = 0; col < n; ++col) out[col * n + row] = in[row * n + col];
}

// A thread for each element.
extern "C" __global__ void thread_an_element(const float* in, float* out,
                                             int n) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col < n && row < n) out[col * n + row] = in[row * n + col];
}

// Through a tile, so that both sides are coalesced; 32 lanes read one column of
// it.
extern "C" __global__ void tile(const float* in, float* out, int n) {
  __shared__ float tile[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[(blockIdx.y * 32 + y) * n + blockIdx.x * 32 + x];
  __syncthreads();
  out[(blockIdx.x * 32 + y) * n + blockIdx.y * 32 + x] = tile[x][y];
}

// The same with one column more, which nobody uses.
extern "C" __global__ void padded_tile(const float* in, float* out, int n) {
  __shared__ float tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[(blockIdx.y * 32 + y) * n + blockIdx.x * 32 + x];
  __syncthreads();
  out[(blockIdx.x * 32 + y) * n + blockIdx.y * 32 + x] = tile[x][y];
}
