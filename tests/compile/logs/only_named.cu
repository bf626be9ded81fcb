extern "C" __global__ void turn(const float* in, float* out, int n) {
  __shared__ float tile[64];
  int row = 0;
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads;
  row;
  row + 1;
  out[threadIdx.x] = tile[63 - threadIdx.x] + row;
}
