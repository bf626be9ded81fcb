// Each warp of a block waits for the next one, by flags in shared memory.
// buffer: out i32 256 zero
// launch: chain grid=2 block=128 args=out
extern "C" __global__ void chain(int* out) {
  __shared__ volatile int done[5];
  __shared__ int value[4][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x < 5) done[threadIdx.x] = threadIdx.x == 4;
  __syncthreads();
  while (done[warp + 1] == 0) {
  }
  __threadfence_block();
  value[warp][lane] = (warp < 3 ? value[warp + 1][lane] : lane) + 1;
  __threadfence_block();
  __syncwarp();
  if (lane == 0) done[warp] = 1;
  out[blockIdx.x * 128 + threadIdx.x] = value[warp][lane];
}
