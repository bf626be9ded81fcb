#include cmath
extern "C" __global__ void k() {}
