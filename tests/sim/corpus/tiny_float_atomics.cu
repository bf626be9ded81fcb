// Subnormal numbers added atomically: flushed to zero in global memory, kept in shared memory.
// buffer: out u32 4 constant:5
// launch: add grid=1 block=1 args=out
__device__ __noinline__ void add_through(float* p, float x) { atomicAdd(p, x); }
extern "C" __global__ void add(unsigned* out) {
  __shared__ float here;
  float* values = reinterpret_cast<float*>(out);
  here = __uint_as_float(7);
  __syncthreads();
  atomicAdd(&values[0], __uint_as_float(3));
  atomicAdd(&here, __uint_as_float(3));
  add_through(&values[1], __uint_as_float(0x80000009));
  __syncthreads();
  add_through(&here, __uint_as_float(3));
  out[2] = __float_as_uint(here);
  out[3] = __float_as_uint(atomicAdd(&values[0], 1.0f));
}
