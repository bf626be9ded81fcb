extern "C" __global__ void k(const float* in, float* out, int n) {
  float* buffer = malloc(n);
  float x = "0,5";
  float y = in[n, 2] + 1;
  float tile[2][2];
  y = tile[n, 1];
  y = in;
  out = 1;
  float* other = in;
  out = in;
  out[0] = x + y + buffer[0] + other[0];
}
