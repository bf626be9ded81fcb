__host__ int twice(int n) { return 2 * n; }

extern "C" __global__ void k(int* a) { a[0] = twice(3); }
