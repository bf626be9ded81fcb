// The tile is a class with a function for its elements.

template <class T, int R, int C> struct Tile { T v[R][C]; __device__ T& at(int i, int j) { return v[i][j]; } };
extern "C" __global__ void transpose_conflict_free(const float* in, float* out, int rows, int cols) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int c = blockIdx.x * 32 + tx, r = blockIdx.y * 32 + ty;
  const int oc = blockIdx.y * 32 + tx, orow = blockIdx.x * 32 + ty;
  __shared__ Tile<float, 32, 33> t;
  if (r < rows && c < cols) t.at(ty, tx) = in[r*cols+c];
  __syncthreads();
  if (orow < cols && oc < rows) out[orow*rows+oc] = t.at(tx, ty);
}
