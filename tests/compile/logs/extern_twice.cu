extern "C" __global__ void k(int* a) { a[0] = 1; }
extern "C" __global__ void k(float* a) { a[0] = 1; }
