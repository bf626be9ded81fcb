// The first three kernels add up 16 elements a thread and do nothing else: they
// wait for memory. They differ in how many loads a thread has under way before
// it needs the first of them, and so in how many registers it takes to hold
// what comes.

template <int kInFlight>
__device__ float sum_of_16(const float* in, int i, int n) {
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 16; k += kInFlight) {
    float loaded[kInFlight];
#pragma unroll
    for (int j = 0; j < kInFlight; ++j) loaded[j] = in[i + (k + j) * n];
#pragma unroll
    for (int j = 0; j < kInFlight; ++j) sum += loaded[j];
  }
  return sum;
}

extern "C" __global__ void one_in_flight(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = sum_of_16<1>(in, i, n);
}

extern "C" __global__ void four_in_flight(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = sum_of_16<4>(in, i, n);
}

extern "C" __global__ void sixteen_in_flight(const float* in, float* out,
                                             int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = sum_of_16<16>(in, i, n);
}

// Four neighbouring elements in one load, 16 loads, and every element is needed
// twice: for the mean, and for how far it is from it. So all 64 have to be
// kept, in 64 registers.
extern "C" __global__ void keeps_64(const float4* in, float4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 kept[16];
#pragma unroll
  for (int k = 0; k < 16; ++k) kept[k] = in[i + k * n];
  float4 mean = {0, 0, 0, 0}, spread = {0, 0, 0, 0};
#pragma unroll
  for (int k = 0; k < 16; ++k) {
    mean.x += kept[k].x / 16;
    mean.y += kept[k].y / 16;
    mean.z += kept[k].z / 16;
    mean.w += kept[k].w / 16;
  }
#pragma unroll
  for (int k = 0; k < 16; ++k) {
    spread.x += fabsf(kept[k].x - mean.x);
    spread.y += fabsf(kept[k].y - mean.y);
    spread.z += fabsf(kept[k].z - mean.z);
    spread.w += fabsf(kept[k].w - mean.w);
  }
  out[i] = spread;
}
