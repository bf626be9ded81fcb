// Variables in global memory keep their value from one launch to the next that asks for it.
// buffer: out i32 64 zero
// launch: advance grid=1 block=64 args=out variables=kept
// launch: advance grid=1 block=64 args=out variables=kept
// launch: collect grid=1 block=64 args=out variables=kept
__device__ int counters[64] = {5, 6, 7};
__device__ int* second = counters + 1;
__device__ const char* word = "warp";
extern "C" __global__ void advance(int* out) {
  counters[threadIdx.x] += threadIdx.x;
  out[threadIdx.x] = -1;
}
extern "C" __global__ void collect(int* out) {
  out[threadIdx.x] = second[threadIdx.x == 63 ? 0 : threadIdx.x] + word[threadIdx.x % 4];
}
