// The number of elements is a parameter of a template.

template <int N>
__device__ void reverse(int* data) {
  __shared__ int waiting[N];
  const int t = threadIdx.x;
  waiting[t] = data[t];
  __syncthreads();
  data[t] = waiting[N - 1 - t];
}

extern "C" __global__ void swap(int* data) { reverse<4>(data); }
