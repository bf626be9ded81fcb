// What a captured stream is asked for is done when the graph is launched, as often as it is.
#include <cstdio>
__global__ void add(int* x, int d) { x[threadIdx.x] += d; }
int main() {
  int *x, host[32];
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  size_t nodes = 0;
  cudaMalloc(&x, sizeof host);
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(x, 0, sizeof host, stream);
  for (int k = 1; k <= 3; ++k) add<<<1, 32, 0, stream>>>(x, k);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int k = 0; k < 2; ++k) cudaGraphLaunch(exec, stream);
  add<<<1, 32, 0, stream>>>(x, 100);
  cudaStreamSynchronize(stream);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  printf("%zu nodes, %d\n", nodes, host[31]);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(x);
}
