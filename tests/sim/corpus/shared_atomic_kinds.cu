// Atomics of all widths in shared memory, also through generic pointers.
// buffer: out u64 12 zero
// launch: update grid=1 block=64 args=out
__device__ __noinline__ void add_through(double* p, double x) { atomicAdd(p, x); }
extern "C" __global__ void update(unsigned long long* out) {
  __shared__ unsigned words[4];
  __shared__ unsigned long long wide[4];
  __shared__ float single;
  __shared__ double both;
  const int i = threadIdx.x;
  if (i < 4) words[i] = 100, wide[i] = 1000;
  if (i == 0) single = 1, both = 2;
  __syncthreads();
  atomicAdd(&words[0], i);
  atomicMax(&words[1], i * 3);
  atomicInc(&words[2], 120);
  atomicXor(&words[3], 1u << (i % 32));
  atomicAdd(&wide[0], 1ull << 33);
  atomicMin(&wide[1], 900ull + i);
  atomicCAS(&wide[2], 1000ull + i % 32, 1001ull + i % 32);
  atomicExch(&wide[3], 5ull);
  atomicAdd(&single, 0.5f);
  add_through(&both, 0.125 * i);
  __syncthreads();
  if (i < 4) out[i] = words[i], out[4 + i] = wide[i];
  if (i == 0) out[8] = __float_as_uint(single), out[9] = __double_as_longlong(both);
}
