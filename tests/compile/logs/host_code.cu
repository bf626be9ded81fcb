float factor = 2;

int main() { return 0; }

__host__ int twice(int n) { return 2 * n; }

extern "C" __global__ void k(int* a) { a[0] = 1; }
