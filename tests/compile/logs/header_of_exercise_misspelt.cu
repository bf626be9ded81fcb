#include "header_of_exercise_mispelt.cuh"
extern "C" __global__ void k() {}
