// caught by: terminates
// why: The barrier between the additions in shared memory and those in out is for threads with an element of the image
//   only.

extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  __shared__ float sums[16];
  const bool inside = i < rows && j < cols;

  if (threadIdx.x == 0) sums[threadIdx.y] = 0.0f;
  __syncthreads();
  if (inside) atomicAdd(&sums[threadIdx.y], image[i * cols + j]);
  if (inside) __syncthreads();
  if (inside && threadIdx.x == 0) {
    for (int k = 0; k < copies; ++k) {
      atomicAdd(&out[k * rows + i], sums[threadIdx.y]);
    }
  }
}
