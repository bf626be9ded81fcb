// A library with cuBLAS's names that multiplies on the CPU, as cuBLAS would on a GPU: by columns.
// Addresses are those of host memory.
#include <cstddef>

namespace {

int handles = 0;
void* stream_of_handle = nullptr;

// c = alpha op(a) op(b) + beta c, columns; 0 is success, 7 is CUBLAS_STATUS_INVALID_VALUE.
template <class T>
int gemm(const void* handle, int op_a, int op_b, int m, int n, int k, const T* alpha, const T* a,
         int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {
  if (handle != &handles || op_a != 0 || op_b != 0) return 7;
  if (m < 1 || n < 1 || k < 1 || lda < m || ldb < k || ldc < m) return 7;
  for (int column = 0; column < n; ++column)
    for (int row = 0; row < m; ++row) {
      T sum = 0;
      for (int i = 0; i < k; ++i)
        sum +=
            a[static_cast<ptrdiff_t>(i) * lda + row] * b[static_cast<ptrdiff_t>(column) * ldb + i];
      T& out = c[static_cast<ptrdiff_t>(column) * ldc + row];
      out = *alpha * sum + (*beta == 0 ? 0 : *beta * out);
    }
  return 0;
}

}  // namespace

extern "C" {

int cublasCreate_v2(void** handle) {
  *handle = &handles;
  ++handles;
  return 0;
}
int cublasDestroy_v2(void*) {
  --handles;
  return 0;
}
int cublasGetVersion_v2(void*, int* version) {
  *version = 130002;
  return 0;
}
int cublasSetStream_v2(void*, void* stream) {
  stream_of_handle = stream;
  return 0;
}
int cublasSgemm_v2(void* handle, int op_a, int op_b, int m, int n, int k, const float* alpha,
                   const float* a, int lda, const float* b, int ldb, const float* beta, float* c,
                   int ldc) {
  return gemm(handle, op_a, op_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
int cublasDgemm_v2(void* handle, int op_a, int op_b, int m, int n, int k, const double* alpha,
                   const double* a, int lda, const double* b, int ldb, const double* beta,
                   double* c, int ldc) {
  return gemm(handle, op_a, op_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

// For the test.
int fake_handles() { return handles; }
const void* fake_stream() { return stream_of_handle; }
}
