// What malloc() gave one launch belongs to no other.
// buffer: box u64 1 zero
// buffer: out i32 32 zero
// launch: give grid=1 block=1 args=box
// launch: take grid=1 block=32 args=box,out
// finding: out_of_bounds line=13 count=32
extern "C" __global__ void give(unsigned long long* box) {
  int* p = static_cast<int*>(malloc(32 * sizeof(int)));
  for (int k = 0; k < 32; ++k) p[k] = k;
  *box = reinterpret_cast<unsigned long long>(p);
}
extern "C" __global__ void take(const unsigned long long* box, int* out) {
  out[threadIdx.x] = reinterpret_cast<const int*>(*box)[threadIdx.x];
}
