// Thrust: vectors, a sort by keys, a scan and a reduction.
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <cstdio>
int main() {
  const int n = 3000;
  thrust::host_vector<int> keys(n);
  for (int i = 0; i < n; ++i) keys[i] = (i * 7919) % 3001;
  thrust::device_vector<int> k = keys, v(n);
  thrust::sequence(v.begin(), v.end());
  thrust::sort_by_key(k.begin(), k.end(), v.begin());
  thrust::host_vector<int> sorted = k, from = v;
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += keys[from[i]] != sorted[i] || (i > 0 && sorted[i - 1] > sorted[i]);
  thrust::inclusive_scan(v.begin(), v.end(), v.begin());
  printf("%d wrong, %d, %d\n", wrong, (int)v[n - 1], thrust::reduce(k.begin(), k.end()));
}
