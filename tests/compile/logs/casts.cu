extern "C" __global__ void k(const float* in, float* out) {
  float v[];
  const float4 x = reinterpret_cast<const float4>(in)[0];
  const float4 y = reinterpret_cast<float4*>(in)[0];
  out[0] = x.x + y.x;
}
