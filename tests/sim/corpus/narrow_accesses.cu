// Bytes and halfwords, signed and unsigned, copied, widened and put together.
// buffer: in u8 256 bits:77
// buffer: out i32 256 zero
// buffer: copy u8 263 zero
// launch: narrow grid=1 block=64 args=in,out,copy
extern "C" __global__ void narrow(const unsigned char* in, int* out, unsigned char* copy) {
  const int i = threadIdx.x;
  out[4 * i] = static_cast<signed char>(in[4 * i]);
  out[4 * i + 1] = in[4 * i + 1] + in[4 * i];
  out[4 * i + 2] = reinterpret_cast<const short*>(in)[2 * i + 1];
  out[4 * i + 3] = reinterpret_cast<const unsigned short*>(in)[2 * i];
  for (int k = 0; k < 4; ++k) copy[4 * i + k + 7] = in[4 * i + k];
}
