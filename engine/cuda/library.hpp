#pragma once
// cuBLAS, found at run time like the driver: a machine without it lacks a line in a chart, and
// nothing else. Source: cuBLAS Library 13.0, 2.7 (gemm). It wants columns, and a matrix in rows is
// its own transpose in columns: c = a b in rows is c' = b' a' in columns.
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "data/launch.hpp"
#include "data/library_routine.hpp"

namespace warplab::cuda {

// Where to look for it, in order: paths, or bare names for the loader. $WARPLAB_CUBLAS alone where
// it is set; else $CUDA_HOME, /usr/local/cuda, and the loader's folders.
std::vector<std::string> library_candidates();

class Library {
 public:
  // The first of `candidates` that can be loaded and has the functions; none: the library is
  // "false".
  static Library open(std::span<const std::string> candidates);
  Library() = default;
  explicit operator bool() const { return calls_ != nullptr; }

  // Its launches go into this stream (a CUstream) of the current context. The Error is a sentence.
  Result<bool> start(void* stream);
  // "cuBLAS 13.0.2"; "cuBLAS" before start().
  const std::string& name() const { return name_; }

  struct Product {
    uint64_t a = 0, b = 0, c = 0;  // device addresses
    int rows = 0, inner = 0, cols = 0;
  };
  Result<bool> multiply(data::ElementType element, const Product& product) const;

 private:
  struct Calls;
  std::shared_ptr<const Calls> calls_;
  std::shared_ptr<void> handle_;
  std::string name_ = "cuBLAS";
};

// The arguments of a launch, as data::LibraryRoutine has them; `addresses` of its buffers. The
// Error says that they are others.
Result<Library::Product> product_of(const data::Launch& launch,
                                    std::span<const uint64_t> addresses);

}  // namespace warplab::cuda
