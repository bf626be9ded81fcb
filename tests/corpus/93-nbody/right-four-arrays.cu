// Coordinates and masses in arrays of their own; the inner loop ends with the last body.
extern "C" __global__ void nbody(const float4* bodies, float4* pulls, int n) {
  __shared__ float xs[256], ys[256], zs[256], ms[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float4 me = bodies[min(i, n - 1)];
  float ax = 0, ay = 0, az = 0;
  for (int tile = 0; tile < gridDim.x; tile++) {
    const int j0 = tile * 256;
    if (j0 + t < n) {
      float4 b = bodies[j0 + t];
      xs[t] = b.x; ys[t] = b.y; zs[t] = b.z; ms[t] = b.w;
    }
    __syncthreads();
    const int end = min(256, n - j0);
    for (int j = 0; j < end; j++) {
      float dx = xs[j] - me.x, dy = ys[j] - me.y, dz = zs[j] - me.z;
      float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
      float s = ms[j] / (d2 * sqrtf(d2));
      ax += s * dx; ay += s * dy; az += s * dz;
    }
    __syncthreads();
  }
  if (i < n) pulls[i] = make_float4(ax, ay, az, 0);
}
