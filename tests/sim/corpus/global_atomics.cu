// Every atomic operation on global memory, many threads on few places.
// buffer: ints i32 9 constant:5
// buffer: wide u64 6 constant:9
// buffer: floats f32 1 constant:0.5
// buffer: doubles f64 1 constant:0.25
// buffer: old i32 96 zero
// launch: update grid=3 block=32 args=ints,wide,floats,doubles,old
extern "C" __global__ void update(int* ints, unsigned long long* wide, float* floats, double* doubles,
                                  int* old) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  old[i] = atomicAdd(&ints[0], 1);
  atomicSub(&ints[1], i);
  atomicMin(&ints[2], 50 - i);
  atomicMax(&ints[3], i - 10);
  atomicAnd(&ints[4], ~(1 << (i % 2)));
  atomicOr(&ints[5], 1 << (i % 30));
  atomicXor(&ints[6], i);
  atomicInc(reinterpret_cast<unsigned*>(&ints[7]), 6);
  atomicDec(reinterpret_cast<unsigned*>(&ints[8]), 10);
  atomicAdd(&wide[0], static_cast<unsigned long long>(i) << 30);
  atomicMax(&wide[1], static_cast<unsigned long long>(i) << 40);
  atomicMin(reinterpret_cast<long long*>(&wide[2]), -static_cast<long long>(i));
  atomicOr(&wide[3], 1ull << (i % 64));
  atomicExch(&wide[4], 77ull);
  atomicCAS(&wide[5], 9ull + i, 10ull + i);
  atomicAdd(floats, 0.5f * i);
  atomicAdd(doubles, 0.25 * i);
}
