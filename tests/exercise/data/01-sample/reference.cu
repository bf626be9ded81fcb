extern "C" __global__ void sample(const float* in, float* out, int n) {}
