// The parts of a program's run that need no compiler.
#include <doctest/doctest.h>

#include <cstring>
#include <string>

#include "runtime/fat_binary.hpp"
#include "runtime/source_names.hpp"

using namespace warplab;
using data::ElementType;

namespace {

void append(std::string& to, const void* from, size_t bytes) {
  to.append(static_cast<const char*>(from), bytes);
}

struct Entry {
  uint16_t kind = 1, version = 0x101;
  uint32_t header_bytes = 64;
  uint64_t bytes = 0;
  uint32_t compressed_bytes = 0, reserved = 0;
  uint16_t minor = 0, major = 9;
  uint32_t architecture = 90;
  char rest[32] = {};
};
static_assert(sizeof(Entry) == 64);

std::string fat_binary(const std::vector<std::pair<Entry, std::string>>& entries) {
  std::string body;
  for (auto [entry, text] : entries) {
    entry.bytes = text.size();
    append(body, &entry, sizeof entry);
    body += text;
  }
  const uint32_t magic = 0xba55ed50;
  const uint16_t version = 1, header_bytes = 16;
  const uint64_t bytes = body.size();
  std::string binary;
  append(binary, &magic, sizeof magic);
  append(binary, &version, sizeof version);
  append(binary, &header_bytes, sizeof header_bytes);
  append(binary, &bytes, sizeof bytes);
  return binary + body;
}

}  // namespace

TEST_CASE("the PTX of the newest architecture is taken from a fat binary") {
  Entry machine, old, newest;
  machine.kind = 2;
  old.architecture = 75;
  const auto ptx = runtime::ptx_in(
      fat_binary({{machine, "ELF"}, {old, "old"}, {newest, std::string("new\0\0", 5)}}));
  REQUIRE(ptx);
  CHECK(*ptx == "new");
}

TEST_CASE("a fat binary without readable PTX says what it has instead") {
  Entry machine, compressed;
  machine.kind = 2;
  compressed.compressed_bytes = 3;
  CHECK(runtime::ptx_in("x").error() == "The program's code for the GPU is no fat binary.");
  CHECK(runtime::ptx_in(fat_binary({{machine, "ELF"}})).error().find("holds no PTX") !=
        std::string::npos);
  CHECK(runtime::ptx_in(fat_binary({{compressed, "xyz"}})).error().find("is compressed") !=
        std::string::npos);
}

TEST_CASE("a fat binary that is cut off anywhere is read to its end and no further") {
  const std::string whole = fat_binary({{Entry{}, "text"}});
  for (size_t size = 0; size < whole.size(); ++size)
    CHECK_FALSE(runtime::ptx_in(whole.substr(0, size)));
}

TEST_CASE("the variable that an allocation is for is read from its line") {
  CHECK(runtime::allocated_variable("  cudaMalloc(&x, n * 4);") == "x");
  CHECK(runtime::allocated_variable("CHECK(cudaMalloc((void**)&d_in, sizeof(float) * n));") ==
        "d_in");
  CHECK(runtime::allocated_variable("cudaMallocManaged(&grid.cells, n);") == "cells");
  CHECK(runtime::allocated_variable("cudaMalloc(pointers + k, n);") == "pointers");
  CHECK(runtime::allocated_variable("cudaMalloc((void **)&parts[k], n);") == "parts");
  CHECK(runtime::allocated_variable("allocate(x);") == "");
}

TEST_CASE("a kernel's name and what its pointers lead to are read from its symbol") {
  const runtime::KernelName plain = runtime::kernel_name("_Z5countPiPKfdPKv");
  CHECK(plain.shown == "count");
  REQUIRE(plain.elements.size() == 4);
  CHECK(plain.elements[0] == ElementType::i32);
  CHECK(plain.elements[1] == ElementType::f32);
  CHECK_FALSE(plain.elements[2]);
  CHECK_FALSE(plain.elements[3]);
  const runtime::KernelName made = runtime::kernel_name("_Z7reverseIdLi64EEvPT_");
  CHECK(made.shown == "reverse<double, 64>");
  REQUIRE(made.elements.size() == 1);
  CHECK(made.elements[0] == ElementType::f64);
  CHECK(runtime::kernel_name("plain_c").shown == "plain_c");
}
