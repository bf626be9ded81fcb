// Blocks of 48 threads and threads that have left: the mask names lanes that are not there, and
// what they would give is not used.
// buffer: in i32 144 random:3:0:1000
// buffer: out i32 288 constant:-1
// launch: sums grid=3 block=48 args=in,out,i32:131
extern "C" __global__ void sums(const int* in, int* out, int n) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, lane = t % 32;
  const int there = t < 32 ? 32 : 16;
  int v = in[i];
  for (int k = 16; k > 0; k /= 2) {
    const int other = __shfl_down_sync(~0u, v, k);
    if (lane + k < there) v += other;
  }
  out[i] = lane == 0 ? v : __popc(__ballot_sync(~0u ^ 1u, v & 1));
  if (i >= n) return;
  // Some have left: the others name them still.
  int w = in[i];
  const int last = min(there, n - (i - lane)) - 1;
  const int other = __shfl_xor_sync(~0u, w, 1);
  if (lane < last) w = max(w, other);
  __syncwarp();
  out[144 + i] = w;
}
