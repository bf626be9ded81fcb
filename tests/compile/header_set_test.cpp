#include "compile/header_set.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "temporary_folder.hpp"

using namespace warplab::compile;
using warplab::test::TemporaryFolder;

namespace {

std::vector<std::string> names_from(const HeaderSet& headers, std::string_view source) {
  std::vector<std::string> names;
  for (const HeaderSet::Named& header : headers.reachable_from(source))
    names.push_back(*header.name);
  return names;
}

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string text_of(const HeaderSet& headers, std::string_view name) {
  for (const HeaderSet::Named& header :
       headers.reachable_from("#include <" + std::string(name) + ">\n"))
    if (*header.name == name) return *header.text;
  return {};
}

}  // namespace

TEST_CASE("every source gets the prelude, and otherwise what it includes") {
  const HeaderSet headers;
  CHECK(names_from(headers, "") == std::vector<std::string>{"warplab_prelude.h"});
  const auto names = names_from(headers, "#include <cstdint>\n#include \"math.h\"\n");
  CHECK(names.size() == 3);
  CHECK(has(names, "cstdint"));
  CHECK(has(names, "math.h"));
}

TEST_CASE("the headers of the host's C library that kernels include are there") {
  const HeaderSet headers;
  for (const char* name : {"cstdint", "stdint.h", "cmath", "math.h", "cfloat", "float.h", "limits",
                           "climits", "limits.h", "cstdio", "stdio.h", "cassert", "assert.h",
                           "cstddef", "stddef.h", "cuda_runtime.h"})
    CHECK_MESSAGE(headers.contains(name), name);
  CHECK(headers.contains("iostream"));  // nvcc takes it, and no kernel has anything of it
  CHECK_FALSE(headers.contains("omp.h"));
}

TEST_CASE(
    "includes are found with blanks, with both kinds of brackets, and only at the start of a "
    "line") {
  const auto names = includes_in(
      "#include <a.h>\n  #  include  \"b/c.h\"\nint x; // #include <no.h>\n#include_next <d.h>\n"
      "#include MACRO\n#include <unfinished\n#include <last>");
  REQUIRE(names.size() == 3);
  CHECK(names[0] == "a.h");
  CHECK(names[1] == "b/c.h");
  CHECK(names[2] == "last");
}

TEST_CASE(
    "of a toolkit those headers are kept that kernels reach, by the names they include them by") {
  TemporaryFolder folder;
  folder.write("include/cuda_fp16.h", "#include \"cuda_fp16.hpp\"\n#include <nv/target>\n");
  folder.write("include/cuda_fp16.hpp", "// half\n");
  folder.write("include/cccl/nv/target", "// target\n");
  folder.write("include/cublas.h", "// for the host\n");
  HeaderSet headers;
  CHECK_FALSE(headers.has_toolkit());
  headers.add_toolkit(folder.path() / "include");
  CHECK(headers.has_toolkit());
  const auto names = names_from(headers, "#include <cuda_fp16.h>\n");
  CHECK(has(names, "cuda_fp16.hpp"));
  CHECK(has(names, "nv/target"));
  CHECK_FALSE(headers.contains("cublas.h"));
}

TEST_CASE(
    "an include relative to its own folder is written as the compiler can find it in memory") {
  TemporaryFolder folder;
  folder.write("include/cooperative_groups.h",
               "\n#include \"cooperative_groups/details/sync.h\"\n");
  folder.write("include/cooperative_groups/details/sync.h",
               "#  include \"info.h\" // here\nint x;\n");
  folder.write("include/cooperative_groups/details/info.h", "#include \"../scan.h\"\n");
  folder.write("include/cooperative_groups/scan.h", "");
  HeaderSet headers;
  headers.add_toolkit(folder.path() / "include");
  CHECK(text_of(headers, "cooperative_groups/details/sync.h") ==
        "#  include \"cooperative_groups/details/info.h\" // here\nint x;\n");
  CHECK(text_of(headers, "cooperative_groups/details/info.h") ==
        "#include \"cooperative_groups/scan.h\"\n");
}

TEST_CASE("our own headers are not replaced by a toolkit's") {
  TemporaryFolder folder;
  folder.write("include/cuComplex.h", "#include \"vector_types.h\"\n");
  folder.write("include/vector_types.h", "#error host only\n");
  HeaderSet headers;
  headers.add_toolkit(folder.path() / "include");
  CHECK(text_of(headers, "vector_types.h").find("host only") == std::string::npos);
}

TEST_CASE("headers that include each other are read once") {
  TemporaryFolder folder;
  folder.write("include/cuda_fp16.h", "#include \"cuda_bf16.h\"\n");
  folder.write("include/cuda_bf16.h", "#include \"cuda_fp16.h\"\n");
  HeaderSet headers;
  headers.add_toolkit(folder.path() / "include");
  CHECK(names_from(headers, "#include <cuda_fp16.h>\n").size() == 3);
}

TEST_CASE("a toolkit's headers are found beside its libraries, and not beside a lone library") {
  TemporaryFolder folder;
  folder.write("cuda/include/cuda_fp16.h");
  folder.write("alone/lib/libnvrtc.so.13");
  CHECK(toolkit_headers_of(folder.path() / "cuda/lib64/libnvrtc.so.13") ==
        folder.path() / "cuda/include");
  CHECK(toolkit_headers_of(folder.path() / "alone/lib/libnvrtc.so.13").empty());
  folder.write("usr/include/cuda_fp16.h");
  CHECK(toolkit_headers_of(folder.path() / "usr/lib/x86_64-linux-gnu/libnvrtc.so.13") ==
        folder.path() / "usr/include");
}
