// Each thread loads four pixels in one word; the last ones singly. Runs are kept by a small class.

class Runs {
 public:
  __device__ explicit Runs(unsigned* bins) : bins_(bins) {}
  __device__ ~Runs() { flush(); }
  __device__ void add(unsigned value) {
    if (value != value_) flush();
    value_ = value;
    ++length_;
  }

 private:
  __device__ void flush() {
    if (length_ != 0) atomicAdd(&bins_[value_], length_);
    length_ = 0;
  }
  unsigned* bins_;
  unsigned value_ = 0, length_ = 0;
};

extern "C" __global__ void histogram(const unsigned char* pixels, unsigned* counts, int n) {
  __shared__ unsigned bins[256];
  bins[threadIdx.x] = 0u;
  __syncthreads();
  {
    Runs runs(bins);
    const int begin = blockIdx.x * 4096, end = min(begin + 4096, n);
    for (int i = begin + 4 * threadIdx.x; i < end; i += 1024) {
      if (i + 4 <= end) {
        const unsigned four = *reinterpret_cast<const unsigned*>(pixels + i);
        for (int shift = 0; shift < 32; shift += 8) runs.add(four >> shift & 255);
      } else {
        for (int k = i; k < end; ++k) runs.add(pixels[k]);
      }
    }
  }
  __syncthreads();
  atomicAdd(&counts[threadIdx.x], bins[threadIdx.x]);
}
