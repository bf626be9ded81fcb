// One thread adds up what its block has loaded, and adds it once for all of them: a slow way of sharing,
// and nobody meets at an element who does not add atomically.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  __shared__ float s[16][16];
  s[threadIdx.y][threadIdx.x] = i < rows && j < cols ? image[i*cols+j] : 0.f;
  __syncthreads();
  if (threadIdx.x != 0 || threadIdx.y != 0) return;
  for (int y = 0; y < 16 && i + y < rows; ++y) {
    float sum = 0.f;
    for (int n = 0; n < 16; ++n) sum += s[y][n];
    for (int k = 0; k < copies; ++k) atomicAdd(&out[k*rows+i+y], sum);
  }
}
