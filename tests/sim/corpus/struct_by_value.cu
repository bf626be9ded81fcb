// Functions that take a struct by value and index it take its address: it is copied to their stack.
// buffer: in f32 64 ramp
// buffer: out f32 64 zero
// launch: indexed grid=1 block=64 args=in,out
struct Row {
  float cells[40];
  short order[3];
  char mark;
};
__device__ __noinline__ float cell(Row row, int k) {
  row.cells[k] += 1;
  return row.cells[k] + 10 * row.cells[row.order[k % 3]] + row.mark;
}
__device__ __noinline__ Row turned(Row row, int by) {
  Row turned;
#pragma unroll 1
  for (int k = 0; k < 40; ++k) turned.cells[(k + by) % 40] = row.cells[k];
  for (int k = 0; k < 3; ++k) turned.order[k] = row.order[(k + by) % 3];
  turned.mark = row.mark + 1;
  return turned;
}
extern "C" __global__ void indexed(const float* in, float* out) {
  const int t = threadIdx.x;
  Row row;
#pragma unroll 1
  for (int k = 0; k < 40; ++k) row.cells[k] = in[(t + k) % 64];
  for (int k = 0; k < 3; ++k) row.order[k] = static_cast<short>((t + 2 * k) % 5);
  row.mark = static_cast<char>(t % 7);
  // The caller's own stays what it was.
  out[t] = cell(row, t % 5) + 100 * cell(turned(row, t % 4), (t + 1) % 5) + row.cells[t % 5];
}
