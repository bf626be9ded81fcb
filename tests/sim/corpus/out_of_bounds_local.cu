// An index far behind the end of a thread's own array.
// buffer: out i32 32 zero
// launch: index grid=1 block=32 args=out,i32:500
// finding: out_of_bounds line=9 count=1
extern "C" __global__ void index(int* out, int wrong) {
  int mine[10];
  for (int k = 0; k < 10; ++k) mine[k] = k * threadIdx.x;
  const int i = threadIdx.x == 3 ? wrong : threadIdx.x % 10;
  out[threadIdx.x] = mine[i];
}
