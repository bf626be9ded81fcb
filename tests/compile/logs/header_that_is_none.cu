#include <helper.h>
extern "C" __global__ void k() {}
