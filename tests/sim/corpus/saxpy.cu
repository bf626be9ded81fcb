// One multiplication and addition for each element, fused; the last block is only partly used.
// buffer: x f32 100 ramp:1:0.5
// buffer: y f32 100 random:7:-50:50
// launch: saxpy grid=2 block=64 args=x,y,f32:2.5,i32:100
extern "C" __global__ void saxpy(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
