// Half of a block of malloc() is filled, and all of it read; it lies where another one was freed.
// buffer: in i32 64
// buffer: out i32 64 must_be_written
// launch: grid=1 block=64 args=in,out
// expect: uninitialized
extern "C" __global__ void racy(const int* in, int* out) {
  int* before = static_cast<int*>(malloc(8 * sizeof(int)));
  for (int k = 0; k < 8; ++k) before[k] = in[threadIdx.x] + k;
  int sum = before[in[threadIdx.x] & 7];
  free(before);
  int* box = static_cast<int*>(malloc(8 * sizeof(int)));
  for (int k = 0; k < 4; ++k) box[k] = in[threadIdx.x] - k;
  for (int k = 0; k < 8; ++k) sum += box[k ^ (in[threadIdx.x] & 7)];  // second
  free(box);
  out[threadIdx.x] = sum;  // first
}
extern "C" __global__ void fixed(const int* in, int* out) {
  int* before = static_cast<int*>(malloc(8 * sizeof(int)));
  for (int k = 0; k < 8; ++k) before[k] = in[threadIdx.x] + k;
  int sum = before[in[threadIdx.x] & 7];
  free(before);
  int* box = static_cast<int*>(malloc(8 * sizeof(int)));
  for (int k = 0; k < 8; ++k) box[k] = in[threadIdx.x] - k;
  for (int k = 0; k < 8; ++k) sum += box[k ^ (in[threadIdx.x] & 7)];
  free(box);
  out[threadIdx.x] = sum;
}
