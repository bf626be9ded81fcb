// Memory from the device's own heap, used and given back by the same thread.
// buffer: out i32 32 zero
// launch: heap grid=1 block=32 args=out
extern "C" __global__ void heap(int* out) {
  const int n = threadIdx.x % 5 + 1;
  int* p = static_cast<int*>(malloc(n * sizeof(int)));
  for (int k = 0; k < n; ++k) p[k] = k * threadIdx.x;
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += p[k];
  free(p);
  out[threadIdx.x] = sum;
}
