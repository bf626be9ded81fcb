// with a toolkit
#include <cub/cub.cuh>
extern "C" __global__ void k() {}
