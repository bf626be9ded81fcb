#include "source/parameters.hpp"

#include <doctest/doctest.h>

using warplab::data::ElementType;
using warplab::source::DeclaredParameter;
using warplab::source::parameters_of;

namespace {

DeclaredParameter only(const std::string& text) {
  const auto parameters = parameters_of("extern \"C\" __global__ void k(" + text + ") {\n}\n", "k");
  CAPTURE(text);
  REQUIRE(parameters.size() == 1);
  return parameters[0];
}

void check(const std::string& text, const std::string& type, const std::string& name,
           std::optional<ElementType> element) {
  const DeclaredParameter parameter = only(text);
  CAPTURE(text);
  CHECK(parameter.type == type);
  CHECK(parameter.name == name);
  CHECK(parameter.element == element);
  CHECK(parameter.is_pointer == type.ends_with('*'));
}

}  // namespace

TEST_CASE("parameters are read with their names and types") {
  check("const float* __restrict__ in", "float*", "in", ElementType::f32);
  check("float const *const in", "float*", "in", ElementType::f32);
  check("double out[]", "double*", "out", ElementType::f64);
  check("unsigned long long n", "unsigned long long", "n", ElementType::u64);
  check("long int n", "long int", "n", ElementType::i64);
  check("unsigned n", "unsigned", "n", ElementType::u32);
  check("std::uint16_t* counts", "uint16_t*", "counts", ElementType::u16);
  check("int", "int", "", ElementType::i32);
}

TEST_CASE("what is no plain number has no element") {
  check("float4* in", "float4*", "in", std::nullopt);
  check("Matrix m", "Matrix", "m", std::nullopt);
  check("float** rows", "float**", "rows", std::nullopt);
  check("Pair<int, float>* p", "Pair int float*", "p", std::nullopt);
}

TEST_CASE("the list is that of the last definition of the kernel") {
  const std::string source =
      "__device__ void other(float x, float y) {}\n"
      "__global__ void k(int a);\n"
      "__global__ void __launch_bounds__(256) bounded(int a, int b) {}\n"
      "template <class T> __global__ void t(T* a, int b) { other(b, b); }\n"
      "__global__ void k(const double* in, int /* of it */ n) {}\n";
  const auto k = parameters_of(source, "k");
  REQUIRE(k.size() == 2);
  CHECK(k[0].name == "in");
  CHECK(k[1].name == "n");
  CHECK(parameters_of(source, "bounded").size() == 2);
  CHECK(parameters_of(source, "t").size() == 2);
  CHECK(parameters_of(source, "other").empty());
  CHECK(parameters_of(source, "nothing").empty());
  CHECK(parameters_of("__global__ void k() {}", "k").empty());
  CHECK(parameters_of("__global__ void k(int a", "k").empty());
}
