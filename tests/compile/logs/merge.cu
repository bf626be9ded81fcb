extern "C" __global__ void k(float* a) {
<<<<<<< HEAD
  a[0] = 1;
=======
  a[0] = 2;
>>>>>>> theirs
}
