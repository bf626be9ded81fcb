// Größen und Namen auf Deutsch: nvcc takes letters beyond ASCII in names.

extern "C" __global__ void copy(const double* quelle, double* ziel, int größe) {
  const int stelle = blockIdx.x * blockDim.x + threadIdx.x;
  if (stelle < größe) ziel[stelle] = quelle[stelle];
}
