template <int Depth, int Path>
struct Bomb {
  static constexpr int value = Bomb<Depth - 1, 2 * Path>::value + Bomb<Depth - 1, 2 * Path + 1>::value;
};
template <int Path>
struct Bomb<0, Path> {
  static constexpr int value = 1;
};

extern "C" __global__ void doubled(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2.0f * in[i] + Bomb<22, 0>::value;
}
