#include <cstdio>
#include <cstdlib>

__global__ void count(int* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, 1);
}

int main(int, char** words) {
  const int n = atoi(words[1]);
  float factor = 0;
  char name[80] = "";
  if (scanf("%f", &factor) != 1) return 1;
  if (FILE* names = fopen("names.txt", "r")) {
    if (fscanf(names, "%79s", name) != 1) return 2;
    fclose(names);
  }
  int *sum, counted = 0;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  count<<<(n + 255) / 256, 256>>>(sum, n);
  cudaMemcpy(&counted, sum, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(sum);
  printf("%s\n%.3f\n", name, counted * factor);
  FILE* const out = fopen("sum.txt", "w");
  fprintf(out, "%d\n", counted);
  fclose(out);
  return 3;
}
