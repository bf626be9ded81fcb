// A call that the simulator's runtime does not have says its name when it is made.
#include <cstdio>
int main() {
  cudaGraph_t graph;
  printf("before\n");
  cudaGraphCreate(&graph, 0);
  printf("never\n");
}
