// Two doubles are 16 bytes as four floats are: a union says that both are the same bits. The compiler's first stage
// keeps a part of the union in local memory, its last one sees that nobody reads it there.

union Group {
  double2 whole;
  float part[4];
};

extern "C" __global__ void vector_add_4(const float* a, const float* b, float* c, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * thread + 3 < n) {
    Group left, right, sum;
    left.whole = reinterpret_cast<const double2*>(a)[thread];
    right.whole = reinterpret_cast<const double2*>(b)[thread];
    for (int k = 0; k < 4; ++k) sum.part[k] = left.part[k] + right.part[k];
    reinterpret_cast<double2*>(c)[thread] = sum.whole;
  } else {
    for (int i = 4 * thread; i < n; ++i) c[i] = a[i] + b[i];
  }
}
