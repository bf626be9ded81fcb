// Variables are declared in the heads of statements, in brackets, by a macro and in a union, and each has its value
// before it is used.

#define SAME(...) __VA_ARGS__
#define BEGIN {
#define END }

extern "C" __global__ void swap(int* data) BEGIN
  __shared__ int waiting[4];
  SAME(int t);
  t = threadIdx.x;
  int(other);
  other = 3 - t;
  waiting[t] = data[t];
  __syncthreads();
  union {
    int change;
    short half[2];
  };
  half[0] = half[1] = 0;
  const auto none = [&](int k) {
    if (k < 2) return 0;
    else return k - k;
  };
  if (int value; t < 4) {
    value = waiting[other] + none(t);
    data[t] = value;
  }
END
