#define SIZE = 32
#define STEP 8;
#define WIDTH 16
extern "C" __global__ void k(int* a) {
  a[0] = 2 * SIZE;
  a[1] = f(STEP);
  a[2] = WIDTH + ;
}
