// caught by: correct
// earns: 0
// why: A kernel that does nothing has no race. That alone is worth nothing.

extern "C" __global__ void add_rows(const float*, float*, int, int, int) {}
