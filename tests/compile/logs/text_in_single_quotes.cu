extern "C" __global__ void k(int n) {
  printf('%d fish', n);
}
