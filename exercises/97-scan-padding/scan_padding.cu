// One step of Blelloch's scan, up the tree: of two sums that are `distance`
// apart the right one takes the left one in. 512 threads, 1024 elements in
// shared memory; in the step with distance d there are 512 / d pairs.
//
// Element i lies at word place(i): one word is left free after every `every`
// elements (0: none is).
__device__ int place(int i, int every) {
  return every == 0 ? i : i + i / every;
}

extern "C" __global__ void one_step(const float* in, float* out, int distance,
                                    int every) {
  __shared__ float tile[2048];
  const int t = threadIdx.x;
  const int first = blockIdx.x * 1024;
  for (int i = t; i < 1024; i += 512) tile[place(i, every)] = in[first + i];
  __syncthreads();

  const int right = 2 * distance * (t + 1) - 1;
  if (right < 1024) {
    tile[place(right, every)] += tile[place(right - distance, every)];
  }
  __syncthreads();
  for (int i = t; i < 1024; i += 512) out[first + i] = tile[place(i, every)];
}

// All steps, up and down.
extern "C" __global__ void whole_scan(const float* in, float* out, int every) {
  __shared__ float tile[2048];
  const int t = threadIdx.x;
  const int first = blockIdx.x * 1024;
  for (int i = t; i < 1024; i += 512) tile[place(i, every)] = in[first + i];
  for (int distance = 1; distance < 1024; distance *= 2) {
    __syncthreads();
    const int right = 2 * distance * (t + 1) - 1;
    if (right < 1024) {
      tile[place(right, every)] += tile[place(right - distance, every)];
    }
  }
  __syncthreads();
  if (t == 0) tile[place(1023, every)] = 0;
  for (int distance = 512; distance > 0; distance /= 2) {
    __syncthreads();
    const int right = 2 * distance * (t + 1) - 1;
    if (right < 1024) {
      const float left = tile[place(right - distance, every)];
      tile[place(right - distance, every)] = tile[place(right, every)];
      tile[place(right, every)] += left;
    }
  }
  __syncthreads();
  for (int i = t; i < 1024; i += 512) out[first + i] = tile[place(i, every)];
}
