// Every thread takes all four out in one load, and keeps one.

extern "C" __global__ void swap(int* data) {
  __shared__ alignas(16) int w[4];
  w[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  const int4 all = *reinterpret_cast<const int4*>(w);
  const int t = threadIdx.x;
  data[t] = t == 0 ? all.w : t == 1 ? all.z : t == 2 ? all.y : all.x;
}
