// caught by: through shared memory
// earns: 0.3
// why: One thread loads all four as an int4, and stores them turned.

extern "C" __global__ void swap(int* data) {
  if (threadIdx.x != 0) return;
  const int4 v = *(const int4*)data;
  *(int4*)data = make_int4(v.w, v.z, v.y, v.x);
}
