// cuBLAS as it is looked for and called, with a library of the test's own in its place.
#include "cuda/library.hpp"

#include <dlfcn.h>
#include <doctest/doctest.h>
#include <stdlib.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

using namespace warplab;
using namespace warplab::cuda;

namespace {

const std::string kFake = WARPLAB_FAKE_CUBLAS;

uint64_t address_of(const void* memory) { return reinterpret_cast<uint64_t>(memory); }

// What is asked of a row-major product, element by element.
template <class T>
std::vector<T> product(const std::vector<T>& a, const std::vector<T>& b, int rows, int inner,
                       int cols) {
  std::vector<T> c;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < cols; ++column) {
      T sum = 0;
      for (int i = 0; i < inner; ++i)
        sum += a[static_cast<size_t>(row * inner + i)] * b[static_cast<size_t>(i * cols + column)];
      c.push_back(sum);
    }
  return c;
}

template <class T>
std::vector<T> counted(int count, T first) {
  std::vector<T> values;
  for (int i = 0; i < count; ++i) values.push_back(first + static_cast<T>(i));
  return values;
}

template <class T>
void check_product(const Library& library, data::ElementType element) {
  constexpr int kRows = 2, kInner = 3, kCols = 5;
  const std::vector<T> a = counted<T>(kRows * kInner, 1), b = counted<T>(kInner * kCols, -4);
  std::vector<T> c(kRows * kCols, 99);
  const Result<bool> done = library.multiply(element, {address_of(a.data()), address_of(b.data()),
                                                       address_of(c.data()), kRows, kInner, kCols});
  REQUIRE(done);
  CHECK(c == product(a, b, kRows, kInner, kCols));
}

}  // namespace

TEST_CASE("a library that is there multiplies matrices that lie in rows, in floats and doubles") {
  const std::string names[] = {"libno-such-library.so.13", kFake};
  Library library = Library::open(names);
  REQUIRE(bool(library));
  CHECK(library.name() == "cuBLAS");
  int stream = 0;
  REQUIRE(library.start(&stream));
  CHECK(library.name() == "cuBLAS 13.0.2");
  check_product<float>(library, data::ElementType::f32);
  check_product<double>(library, data::ElementType::f64);

  void* const same = ::dlopen(kFake.c_str(), RTLD_NOW | RTLD_NOLOAD);
  REQUIRE(same != nullptr);
  const auto handles = reinterpret_cast<int (*)()>(::dlsym(same, "fake_handles"));
  const auto stream_of = reinterpret_cast<const void* (*)()>(::dlsym(same, "fake_stream"));
  CHECK(stream_of() == &stream);
  CHECK(handles() == 1);
  library = Library();
  CHECK(handles() == 0);  // what was made is given back
}

TEST_CASE("a machine without the library, or with another one of its name, has none") {
  CHECK_FALSE(bool(Library::open({})));
  const std::string missing[] = {"/no/such/folder/libcublas.so.13"};
  CHECK_FALSE(bool(Library::open(missing)));
  const std::string other[] = {"libm.so.6"};
  CHECK_FALSE(bool(Library::open(other)));
  Library none;
  CHECK(none.start(nullptr).error() == "There is no cuBLAS.");
  CHECK(none.multiply(data::ElementType::f32, {}).error() == "cuBLAS has not been started.");
}

TEST_CASE("a launch's arguments are the matrices and their sides, and others are refused") {
  const auto number = [](int value) {
    data::Argument argument{-1, std::vector<std::byte>(sizeof value)};
    std::memcpy(argument.value.data(), &value, sizeof value);
    return argument;
  };
  const uint64_t addresses[] = {1000, 2000, 3000};
  data::Launch launch;
  launch.kernel = "cublas.sgemm";
  launch.arguments = {{0, {}}, {1, {}}, {2, {}}, number(4), number(5), number(6)};
  const Result<Library::Product> product = product_of(launch, addresses);
  REQUIRE(product);
  CHECK(product->a == 1000);
  CHECK(product->b == 2000);
  CHECK(product->c == 3000);
  CHECK(product->rows == 4);
  CHECK(product->inner == 5);
  CHECK(product->cols == 6);
  data::Launch wrong = launch;
  wrong.arguments.pop_back();
  CHECK_FALSE(product_of(wrong, addresses));
  wrong = launch;
  wrong.arguments[2] = {3, {}};  // there is no such buffer
  CHECK_FALSE(product_of(wrong, addresses));
  wrong = launch;
  std::swap(wrong.arguments[2], wrong.arguments[3]);
  CHECK(product_of(wrong, addresses).error() == "The arguments of cublas.sgemm are others.");
}

TEST_CASE("what the library refuses is told with its status") {
  const std::string names[] = {kFake};
  Library library = Library::open(names);
  REQUIRE(library.start(nullptr));
  CHECK(library.multiply(data::ElementType::f32, {}).error() ==
        "cuBLAS's gemm failed with status 7.");
}

TEST_CASE("it is looked for where a toolkit puts it, or only where the environment says") {
  ::unsetenv("WARPLAB_CUBLAS");
  ::setenv("CUDA_HOME", "/opt/cuda", 1);
  const std::vector<std::string> places = library_candidates();
  REQUIRE_FALSE(places.empty());
  CHECK(places.front() == "/opt/cuda/lib64/libcublas.so.13");
  CHECK(places.back() == "libcublas.so");
  CHECK(std::ranges::find(places, "/usr/local/cuda/lib64/libcublas.so.12") != places.end());
  ::setenv("WARPLAB_CUBLAS", kFake.c_str(), 1);
  CHECK(library_candidates() == std::vector<std::string>{kFake});
  ::unsetenv("WARPLAB_CUBLAS");
}
