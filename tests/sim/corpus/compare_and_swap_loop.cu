// The largest of many doubles by a loop around compare-and-swap.
// buffer: in f64 128 uniform:19:-100:100
// buffer: out f64 1 constant:-1000
// launch: largest grid=2 block=64 args=in,out
extern "C" __global__ void largest(const double* in, double* out) {
  const double mine = in[blockIdx.x * blockDim.x + threadIdx.x];
  unsigned long long* word = reinterpret_cast<unsigned long long*>(out);
  unsigned long long old = *word, assumed;
  do {
    assumed = old;
    if (__longlong_as_double(assumed) >= mine) break;
    old = atomicCAS(word, assumed, __double_as_longlong(mine));
  } while (assumed != old);
}
