// Prefix sums of a block by doubling, with two arrays that change roles.
// buffer: in i32 200 random:79:0:50
// buffer: out i32 200 zero
// launch: scan grid=1 block=200 args=in,out
extern "C" __global__ void scan(const int* in, int* out) {
  __shared__ int sums[2][200];
  const int i = threadIdx.x, n = blockDim.x;
  int from = 0;
  sums[0][i] = in[i];
  for (int by = 1; by < n; by *= 2) {
    __syncthreads();
    sums[1 - from][i] = i >= by ? sums[from][i] + sums[from][i - by] : sums[from][i];
    from = 1 - from;
  }
  out[i] = sums[from][i];
}
