// A sort in shared memory: barriers in nested loops, exchanges at changing distances.
// buffer: data i32 256 random:73:-5000:5000
// launch: sort grid=1 block=256 args=data
extern "C" __global__ void sort(int* data) {
  __shared__ int v[256];
  const int i = threadIdx.x;
  v[i] = data[i];
  for (int size = 2; size <= 256; size *= 2)
    for (int distance = size / 2; distance > 0; distance /= 2) {
      __syncthreads();
      const int other = i ^ distance;
      if (other > i && (v[i] > v[other]) == ((i & size) == 0)) {
        const int t = v[i];
        v[i] = v[other];
        v[other] = t;
      }
    }
  __syncthreads();
  data[i] = v[i];
}
