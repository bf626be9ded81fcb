__device__ int index(int);

extern "C" __global__ void k(int* a) { a[0] = index(1); }
