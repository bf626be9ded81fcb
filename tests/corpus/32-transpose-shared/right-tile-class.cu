// The tile is a class with a function for its elements.

extern "C" __global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && column < cols) out[column * rows + row] = in[row * cols + column];
}
template <class T, int R, int C> struct Tile { T v[R][C]; __device__ T& at(int i, int j) { return v[i][j]; } };
extern "C" __global__ void transpose_shared(const float* in, float* out, int rows, int cols) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int c = blockIdx.x * 32 + tx, r = blockIdx.y * 32 + ty;
  const int oc = blockIdx.y * 32 + tx, orow = blockIdx.x * 32 + ty;
  __shared__ Tile<float, 32, 32> t;
  if (r < rows && c < cols) t.at(ty, tx) = in[r*cols+c];
  __syncthreads();
  if (orow < cols && oc < rows) out[orow*rows+oc] = t.at(tx, ty);
}
