// A picture whose pixels need very different numbers of steps.
// buffer: out u8 512 zero
// launch: picture grid=2x2 block=16x8 args=out,i32:32,i32:16
extern "C" __global__ void picture(unsigned char* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const double cr = -2.0 + 2.5 * x / width, ci = -1.0 + 2.0 * y / height;
  double r = 0, i = 0;
  int n = 0;
  while (n < 100 && __dadd_rn(__dmul_rn(r, r), __dmul_rn(i, i)) <= 4) {
    const double t = __dadd_rn(__dsub_rn(__dmul_rn(r, r), __dmul_rn(i, i)), cr);
    i = __dadd_rn(__dmul_rn(__dmul_rn(2, r), i), ci);
    r = t;
    ++n;
  }
  out[y * width + x] = n;
}
