extern "C" __global__ void k(float* a) {
  a[0] = std::min(a[0], a[1]);
  std::cout << a[0];
  std::vector<float> v(3);
}
