__shared__ float tile[32];
__shared__ float lone(int n);
void __shared__ *p;
struct P { __shared__ int x; };
extern "C" __global__ void k(float* a, __shared__ float* b) {
  a[0] = tile[0];
}
