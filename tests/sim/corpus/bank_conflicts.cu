// Shared memory accessed with every stride from 1 to 32, in words, doubles, bytes and vectors.
// buffer: out i32 128 zero
// launch: strides grid=1 block=32 args=out
extern "C" __global__ void strides(int* out) {
  __shared__ __align__(16) int words[1056];
  const int i = threadIdx.x;
  for (int k = i; k < 1056; k += 32) words[k] = k;
  __syncthreads();
  int sum = 0;
#pragma unroll 1
  for (int stride = 1; stride <= 32; ++stride) sum += words[stride * i];
  out[i] = sum;
  double pairs = 0;
#pragma unroll 1
  for (int stride = 1; stride <= 16; ++stride)
    pairs += reinterpret_cast<volatile double*>(words)[stride * i] > 0;
  out[32 + i] = static_cast<int>(pairs);
#pragma unroll 1
  for (int stride = 1; stride <= 8; stride *= 2) {
    const int4 four = reinterpret_cast<int4*>(words)[stride * i];
    out[64 + i] += four.x + four.w;
  }
#pragma unroll 1
  for (int stride = 1; stride <= 64; stride *= 4)
    out[96 + i] += reinterpret_cast<unsigned char*>(words)[stride * i];
}
