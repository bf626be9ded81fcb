// Sums of the block in shared memory, made anew for each copy.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  __shared__ float s[16];
  for (int k = 0; k < copies; ++k) {
    if (threadIdx.x == 0) s[threadIdx.y] = 0.f;
    __syncthreads();
    if (i < rows && j < cols) atomicAdd(&s[threadIdx.y], image[i*cols+j]);
    __syncthreads();
    if (threadIdx.x == 0 && i < rows) atomicAdd(&out[k*rows+i], s[threadIdx.y]);
    __syncthreads();
  }
}
