// caught by: launches
// why: The weights that the exercise fills have another name.
struct Scale { float by; int radius; };
__constant__ float mask[9];
extern "C" __global__ void convolve(const float* in, float* out, Scale scale, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = mask[0] * in[i];
}
