// Nodes are done in an order that their dependencies allow, whatever the order in which they were made.
#include <cstdio>
__global__ void twice(int* x) { x[threadIdx.x] *= 2; }
__global__ void plus(int* x, int d) { x[threadIdx.x] += d; }
int main() {
  int *x, host[32], five = 5;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t set, first, second;
  cudaMalloc(&x, sizeof host);
  cudaGraphCreate(&graph, 0);
  cudaKernelNodeParams k = {};
  void* of_twice[] = {&x};
  void* of_plus[] = {&x, &five};
  k.gridDim = dim3(1);
  k.blockDim = dim3(32);
  k.func = (void*)twice;
  k.kernelParams = of_twice;
  cudaGraphAddKernelNode(&second, graph, nullptr, 0, &k);
  k.func = (void*)plus;
  k.kernelParams = of_plus;
  cudaGraphAddKernelNode(&first, graph, nullptr, 0, &k);
  cudaMemsetParams m = {};
  m.dst = x;
  m.elementSize = 4;
  m.width = 32;
  m.height = 1;
  m.value = 1;
  cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &m);
  cudaGraphNode_t from[] = {set, first}, to[] = {first, second};
#if CUDART_VERSION >= 13000
  cudaGraphAddDependencies(graph, from, to, nullptr, 2);
#else
  cudaGraphAddDependencies(graph, from, to, 2);
#endif
  cudaGraphInstantiate(&exec, graph, 0);
  five = 7;
  cudaGraphLaunch(exec, 0);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host[31]);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaFree(x);
}
