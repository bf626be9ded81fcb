struct P { float x; };
extern "C" __global__ void k(float* in, float* out, float4 four, int n) {
  out[0] = in.size();
  out[1] = n(3);
  out[2] = threadIdx.w;
  out[3] = blockDim.w;
  out[4] = four.a;
  float2 two = in[0];
  out[5] = four;
  out[6] = n ** 2;
  out[7] = threadIdx->x;
  out[8] = threadIdx::x;
  for (float x : in) out[9] += x;
  out[10] = -in;
  P p{1};
  p = 2 * p;
  out[11] = p.y;
}
