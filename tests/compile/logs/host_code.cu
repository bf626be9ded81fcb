float factor = 2;

int once(int n) { return n; }

__host__ int twice(int n) { return 2 * n; }

extern "C" __global__ void k(int* a) { a[0] = factor * once(twice(1)); }
