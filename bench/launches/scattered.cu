// Where the data say which memory is accessed: histograms, gathers, scatters, lists, local arrays.

// Two fifths of random bytes go to one bin, the others to 154 bins.
extern "C" __global__ void bytes_to_bins(const unsigned char* in, unsigned* bins, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[in[i] < 102 ? 7 : in[i]], 1u);
}
extern "C" __global__ void weights_to_bins(const int* in, const float* weight, float* bins,
                                           int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[in[i]], weight[i]);
}
// The odd ones, one behind the other: one counter for all.
extern "C" __global__ void keep_odd(const int* in, int* out, unsigned* kept, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && (in[i] & 1)) out[atomicAdd(kept, 1u) % count] = in[i];
}
// A list for each key.
extern "C" __global__ void to_lists(const int* keys, unsigned* length, int* lists, int count,
                                    int most) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const unsigned place = atomicAdd(&length[keys[i]], 1u);
  lists[(size_t)keys[i] * most + place % most] = i;
}
__device__ unsigned mixed(unsigned x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}
// `cells` is a power of two.
extern "C" __global__ void gather_mixed(const float* in, float* out, int count, int cells) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    out[i] = in[mixed(i) & (cells - 1)];
}
extern "C" __global__ void scatter_mixed(const float* in, float* out, int count, int cells) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    out[mixed(i) & (cells - 1)] = in[i];
}
// Sums over eight neighbours that a table names, as in a sparse matrix or a graph.
extern "C" __global__ void neighbours(const float* in, const int* table, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float sum = 0;
  for (int k = 0; k < 8; ++k) sum += in[table[k * count + i]];
  out[i] = sum;
}
// Each thread counts 64 values in an array of its own.
extern "C" __global__ void own_counts(const int* in, int* out, int count) {
  int found[32] = {};
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 64; ++k) found[in[(size_t)k * count + i] & 31]++;
  int most = 0;
  for (int k = 1; k < 32; ++k)
    if (found[k] > found[most]) most = k;
  out[i] = most;
}
// Each thread sorts 24 values by insertion and keeps the middle one.
extern "C" __global__ void own_median(const int* in, int* out, int count) {
  int sorted[24];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 24; ++k) {
    const int value = in[(size_t)k * count + i];
    int place = k;
    for (; place > 0 && sorted[place - 1] > value; --place) sorted[place] = sorted[place - 1];
    sorted[place] = value;
  }
  out[i] = sorted[12];
}
// An array of 256 elements a thread, written and read in turn.
extern "C" __global__ void own_long(const int* in, int* out, int rounds) {
  int kept[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 256; ++k) kept[k] = in[k] + i;
  int at = in[i & 255];
  for (int k = 0; k < rounds; ++k) at = kept[(at + k) & 255] & 255;
  out[i] = at;
}
// Degrees of a graph of which few vertices have most edges: the product of two random numbers.
extern "C" __global__ void degrees(const int* a, const int* b, int* degree, int edges, int side) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges) atomicAdd(&degree[(long long)a[e] * b[e] / side], 1);
}
// A hash table with open places: each key takes the first that is free, or its own.
extern "C" __global__ void to_table(const unsigned* keys, unsigned* table, int count, int cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const unsigned key = keys[i] + 1;
  for (unsigned at = mixed(key);; ++at) {
    const unsigned found = atomicCAS(&table[at & (cells - 1)], 0u, key);
    if (found == 0 || found == key) return;
  }
}
// 32 steps from place to place.
extern "C" __global__ void walks(const int* next, int* out, int cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = (int)(mixed(i) % cells);
  for (int k = 0; k < 32; ++k) at = next[at];
  out[i] = at;
}
// A walk over a tree of 2^11 nodes with a stack of one's own.
extern "C" __global__ void own_stack(const int* value, int* out, int least) {
  int stack[16], depth = 0, sum = 0;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  stack[depth++] = 1;
  while (depth > 0) {
    const int node = stack[--depth];
    sum += value[node];
    if (node >= 1024 || ((value[node] + i) & 7) < least) continue;
    stack[depth++] = 2 * node;
    stack[depth++] = 2 * node + 1;
  }
  out[i] = sum;
}
// Each lane loads constants; `different` lanes of a warp other ones than their neighbours.
__constant__ int table[4096];
extern "C" __global__ void constants_by_lane(int* out, int different, int rounds) {
  int sum = 0, at = (threadIdx.x & 31) % different;
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
    sum += table[at] + table[at + 64] + table[at + 128] + table[at + 192];
    at = (at + sum) & 63;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
