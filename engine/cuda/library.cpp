#include "cuda/library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace warplab::cuda {
namespace {

// What toolkits 11 to 13 call it; the plain name is that of whoever has the headers, too.
constexpr const char* kNames[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11",
                                  "libcublas.so"};
constexpr int kNotTransposed = 0;  // CUBLAS_OP_N

void* address(uint64_t device) {
  return reinterpret_cast<void*>(device);  // NOLINT(performance-no-int-to-ptr): of the GPU
}

}  // namespace

struct Library::Calls {
  int (*create)(void**) = nullptr;
  int (*destroy)(void*) = nullptr;
  int (*version)(void*, int*) = nullptr;
  int (*set_stream)(void*, void*) = nullptr;
  int (*sgemm)(void*, int, int, int, int, int, const float*, const void*, int, const void*, int,
               const float*, void*, int) = nullptr;
  int (*dgemm)(void*, int, int, int, int, int, const double*, const void*, int, const void*, int,
               const double*, void*, int) = nullptr;

  // False: it is another library.
  bool find_in(void* library) {
    const auto find = [&](auto& function, const char* name) {
      function =
          reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
      return function != nullptr;
    };
    return find(create, "cublasCreate_v2") && find(destroy, "cublasDestroy_v2") &&
           find(version, "cublasGetVersion_v2") && find(set_stream, "cublasSetStream_v2") &&
           find(sgemm, "cublasSgemm_v2") && find(dgemm, "cublasDgemm_v2");
  }
};

std::vector<std::string> library_candidates() {
  if (const char* const chosen = std::getenv("WARPLAB_CUBLAS")) return {chosen};
  std::vector<std::string> candidates;
  const char* const home = std::getenv("CUDA_HOME");
  for (const std::string& folder : {std::string(home ? home : ""), std::string("/usr/local/cuda")})
    if (!folder.empty())
      for (const char* name : kNames) candidates.push_back(folder + "/lib64/" + name);
  candidates.insert(candidates.end(), std::begin(kNames), std::end(kNames));
  return candidates;
}

Library Library::open(std::span<const std::string> candidates) {
  Library found;
  for (const std::string& candidate : candidates) {
    void* const library = ::dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) continue;
    auto calls = std::make_shared<Calls>();
    if (calls->find_in(library)) {
      found.calls_ = std::move(calls);
      return found;
    }
    ::dlclose(library);
  }
  return found;
}

Result<bool> Library::start(void* stream) {
  if (!calls_) return Error{"There is no cuBLAS."};
  void* handle = nullptr;
  if (const int status = calls_->create(&handle); status != 0)
    return Error{fmt::format("cublasCreate failed with status {}.", status)};
  handle_ = std::shared_ptr<void>(handle, calls_->destroy);
  if (const int status = calls_->set_stream(handle, stream); status != 0)
    return Error{fmt::format("cublasSetStream failed with status {}.", status)};
  int version = 0;
  if (calls_->version(handle, &version) == 0 && version > 0) {
    // 130002 is 13.0.2; before 12 it was 11203 for 11.2.3.
    const int scale = version >= 100'000 ? 10'000 : 1000;
    name_ = fmt::format("cuBLAS {}.{}.{}", version / scale, version % scale / 100, version % 100);
  }
  return true;
}

Result<bool> Library::multiply(data::ElementType element, const Product& product) const {
  if (!handle_) return Error{"cuBLAS has not been started."};
  const int m = product.cols, n = product.rows, k = product.inner;
  const auto gemm = [&](auto function, auto one, auto zero) {
    return function(handle_.get(), kNotTransposed, kNotTransposed, m, n, k, &one,
                    address(product.b), m, address(product.a), k, &zero, address(product.c), m);
  };
  const int status = element == data::ElementType::f64 ? gemm(calls_->dgemm, 1.0, 0.0)
                                                       : gemm(calls_->sgemm, 1.0f, 0.0f);
  if (status != 0) return Error{fmt::format("cuBLAS's gemm failed with status {}.", status)};
  return true;
}

Result<Library::Product> product_of(const data::Launch& launch,
                                    std::span<const uint64_t> addresses) {
  const Error wrong{fmt::format("The arguments of {} are others.", launch.kernel)};
  if (launch.arguments.size() != data::kMatricesOfRoutine + data::kSidesOfRoutine) return wrong;
  Library::Product product;
  uint64_t* const matrices[] = {&product.a, &product.b, &product.c};
  int* const sides[] = {&product.rows, &product.inner, &product.cols};
  for (size_t i = 0; i < launch.arguments.size(); ++i) {
    const data::Argument& argument = launch.arguments[i];
    if (i < data::kMatricesOfRoutine) {
      const auto buffer = static_cast<size_t>(argument.buffer);
      if (argument.buffer < 0 || buffer >= addresses.size()) return wrong;
      *matrices[i] = addresses[buffer];
    } else {
      if (argument.buffer >= 0 || argument.value.size() != sizeof(int)) return wrong;
      std::memcpy(sides[i - data::kMatricesOfRoutine], argument.value.data(), sizeof(int));
    }
  }
  return product;
}

}  // namespace warplab::cuda
