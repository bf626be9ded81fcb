#include "compile/asked_compiler.hpp"

#include <doctest/doctest.h>

#include <string>

#include "compile/compile.hpp"

using namespace warplab::compile;

namespace {

const std::string kKernel = "extern \"C\" __global__ void k(int* out) { *out = VALUE; }\n";

Compiled compile_asking(const std::string& text) {
  static const auto loaded = load_compiler();
  REQUIRE_MESSAGE(loaded, (loaded ? "" : loaded.error()));
  return compile(**loaded, {"kernel.cu", text, 90});
}

std::string either(const std::string& question) {
  return "#" + question + "\n#define VALUE 1\n#else\n#define VALUE 2\n#endif\n" + kKernel;
}

}  // namespace

TEST_CASE("a question after the compiler is found with its place") {
  const std::string source =
      "// __NVCC__\nint x;\n#  if defined(__NVCC__) || __GNUC__ > 3\n#endif\n";
  const auto asked = asked_compiler(source);
  REQUIRE(asked);
  CHECK(asked->name == "__NVCC__");
  CHECK(asked->offset == source.find("__NVCC__)"));
  REQUIRE(asked->otherwise.size() == 2);
  CHECK(asked->otherwise[0].find("defined(w_NVCC__) || w_GNUC__ > 3") != std::string::npos);
  CHECK(asked->otherwise[0].find("#define") == std::string::npos);
  CHECK(asked->otherwise[1].find("#define w_NVCC__ 1\n") != std::string::npos);
  for (const char* other :
       {"#ifdef __CUDA_ARCH__\n#endif\n", "#ifdef __CUDACC__\n#endif\n",
        "#ifdef __cplusplus\n#endif\n", "#ifdef DEBUG\n#endif\n",
        "#ifndef __COPY_CU__\n#define __COPY_CU__\n#endif\n", "",
        "// __GNUC__\nconst char* s = \"__GNUC__\";\n", "#error \"for __GNUC__ only\"\n"}) {
    CAPTURE(other);
    CHECK_FALSE(asked_compiler(other));
  }
}

TEST_CASE("a kernel that is another one for another compiler is refused, with the line") {
  for (const char* question :
       {"ifdef __CUDACC_RTC__", "ifndef __GNUC__", "if __CUDACC_VER_MAJOR__ < 12", "ifdef _MSC_VER",
        "if __has_include(<stdio.h>)", "if !defined(__NVCC__)"}) {
    CAPTURE(question);
    const Compiled compiled = compile_asking(either(question));
    CHECK_FALSE(compiled.ok);
    REQUIRE(!compiled.diagnostics.empty());
    CHECK(compiled.diagnostics.back().line == 1);
    CHECK(compiled.diagnostics.back().message.find("asks which compiler") != std::string::npos);
  }
  CHECK_FALSE(compile_asking("#define JOIN(a, b) a##b\n" + either("if JOIN(__CUDACC_, RTC__)")).ok);
  CHECK_FALSE(compile_asking("#define VALUE (__CUDACC_VER_MAJOR__ > 1)\n" + kKernel).ok);
}

TEST_CASE("a kernel that is the same for every compiler may ask which one it is") {
  const std::string plain = "#define VALUE 1\n" + kKernel;
  for (const std::string before :
       {"#ifdef __GNUC__\n#define INLINE inline\n#else\n#define INLINE __forceinline__\n#endif\n",
        "#ifndef __CUDACC_RTC__\n#include <no_such_header.h>\nint main() { return 0; }\n#endif\n",
        "#ifdef __CUDACC_RTC__\nusing Word = unsigned;\n#else\n#include "
        "<no_such_header.h>\n#endif\n",
        "#if __has_include(<no_such_header.h>)\n#include <no_such_header.h>\n#endif\n"}) {
    CAPTURE(before);
    const Compiled compiled = compile_asking(before + plain);
    CHECK(compiled.ok);
    CHECK(compiled.diagnostics.empty());
  }
  CHECK(compile_asking(either("ifdef __CUDACC__")).ok);
  CHECK(compile_asking(either("if __CUDA_ARCH__ >= 800")).ok);
  CHECK(compile_asking(either("ifdef DEBUG")).ok);
}
