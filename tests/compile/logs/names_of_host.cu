extern "C" __global__ void k(float* a) {
  cudaMalloc(&a, 4);
  cudaDeviceSynchronize();
  cout << a[0];
}
