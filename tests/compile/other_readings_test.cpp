#include "compile/other_readings.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "compile/asked_compiler.hpp"
#include "compile/instructions.hpp"
#include "compile/source_words.hpp"

using namespace warplab::compile;

namespace {

const std::vector<int> kSupported = {75, 80, 86, 89, 90, 100, 120};

std::vector<int> capabilities_for(const std::string& source) {
  std::vector<int> capabilities;
  for (const OtherReading& reading : other_readings(source, 90, kSupported))
    capabilities.push_back(reading.compute_capability);
  return capabilities;
}

std::vector<std::string> words_of(const std::string& source) {
  std::vector<std::string> words;
  for (const SourceWord& word : source_words(source).words) words.emplace_back(word.text);
  return words;
}

}  // namespace

TEST_CASE("a file that asks for its GPU is read for one GPU on each side of every number") {
  CHECK(capabilities_for("#if __CUDA_ARCH__ >= 800\n#endif\n") == std::vector{75, 80});
  CHECK(capabilities_for("#if __CUDA_ARCH__ == 860\n#endif\n") == std::vector{75, 86});
  CHECK(capabilities_for("#define LIMIT 1000\n#if __CUDA_ARCH__ < LIMIT\n#endif\n") ==
        std::vector{100, 120});
  CHECK(capabilities_for("#ifdef __CUDA_ARCH__\n#endif\n").empty());
}

TEST_CASE("what computes with the GPU's number is read for all of them") {
  const std::vector all = {75, 80, 86, 89, 100, 120};
  CHECK(capabilities_for("int x = __CUDA_ARCH__ / 100;\n") == all);
  CHECK(capabilities_for("#define ARCH __CUDA_ARCH__\n") == all);
  CHECK(capabilities_for(
            "#include <nv/target>\nvoid f() { NV_IF_TARGET(NV_PROVIDES_SM_80, (;)) }") == all);
  // What ## makes of words is not known: the oldest and the newest.
  CHECK(capabilities_for("#define JOIN(a, b) a##b\n") == std::vector{75, 120});
}

TEST_CASE("a file that does not ask is read once, whatever stands in comments and texts") {
  for (const char* source :
       {"", "// __CUDA_ARCH__\n", "/* __FILE__ */ int x;\n", "const char* s = \"__DATE__\";\n",
        "#error don't compile for __nobody__\n", "int __line = __LINE__;\n",
        "const char* s = R\"x(__TIME__ \" )x\";\n"}) {
    CAPTURE(source);
    CHECK(other_readings(source, 90, kSupported).empty());
  }
}

TEST_CASE("names of files, days and the standard are others, and places stay") {
  const auto readings = other_readings("int a;\nint f = __FILE__[0];\n", 90, kSupported);
  REQUIRE(readings.size() == 2);
  CHECK(readings[0].text == "#define w_FILE__ \"k.cu\"\n#line 1\nint a;\nint f = w_FILE__[0];\n");
  CHECK(readings[0].offset == 15);
  CHECK(readings[0].where == "in a file of another name");
  CHECK(readings[1].where == "in another folder");
  CHECK(other_readings("#if __cplusplus > 201703L\n#endif\n", 90, kSupported).size() == 2);
}

TEST_CASE("words are found in every line, and joints of them are seen") {
  CHECK(words_of("#if A // b\n  c(\"d\", 'e', 2f) /* g */\n") ==
        std::vector<std::string>{"if", "A", "c", "2f"});
  CHECK(words_of("/**/ # ifdef X\n%:if Y\n") == std::vector<std::string>{"ifdef", "X", "if", "Y"});
  CHECK(source_words("/**/ # ifdef X\n").words.back().in_condition);
  CHECK(source_words("%:elif X\n").words.back().in_condition);
  CHECK_FALSE(source_words("#define X Y\n").words.back().in_condition);
  CHECK(source_words("#define X Y\n").words.back().in_directive);
  CHECK_FALSE(source_words("int x;\n").words.back().in_directive);
  for (const char* joined : {"#define J(a, b) a##b\n", "#define J(a, b) a%:%:b\n",
                             "#if __NV\\\nCC__\n", "#if __NV\\\r\nCC__\n"}) {
    CAPTURE(joined);
    CHECK(source_words(joined).are_joined);
  }
  for (const char* not_joined : {"#define S(a) #a\n", "#define X 1 + \\\n  2\n", "// a##b\n",
                                 "const char* s = \"a##b\";\n"}) {
    CAPTURE(not_joined);
    CHECK_FALSE(source_words(not_joined).are_joined);
  }
}

TEST_CASE("what is for the host alone is taken out, and nothing of the device") {
  const std::string source =
      "#include <none>\n"
      "#define HD __device__\n"
      "static void check(int e) { if (e) { throw e; } }\n"
      "HD float f(float x) { return x; }\n"
      "extern \"C\" __global__ void k(int* a) { a[0] = 1; }\n"
      "struct P { int x; int y() { return x; } };\n"
      "int main() { return 0; }\n";
  const std::string device = without_host_code(source);
  CHECK(device.find("check") == std::string::npos);
  CHECK(device.find("main") == std::string::npos);
  for (const char* kept : {"HD float f(float x) { return x; }", "a[0] = 1;", "int y()"}) {
    CAPTURE(kept);
    CHECK(device.find(kept) != std::string::npos);
  }
  CHECK(device.starts_with("#if __has_include(<none>)\n#include <none>\n#endif\n#line 1\n"));
}

TEST_CASE("a kernel that is written twice is known, and one that is declared first is not") {
  CHECK(kernels_defined_twice("__global__ void k() {}\n#if 0\n__global__ void k() {}\n#endif\n") ==
        std::vector<std::string>{"k"});
  CHECK(kernels_defined_twice("__global__ void k();\n__global__ void k() {}\n").empty());
  CHECK(kernels_defined_twice("__global__ void __launch_bounds__(32) a() {}\n"
                              "__global__ void __launch_bounds__(32) b() {}\n")
            .empty());
}

TEST_CASE("further functions make no difference, another instruction does") {
  const std::string own =
      ".version 9.0\n.target sm_90\n.visible .entry k(\n)\n{\n$L__BB0_1:\nret;\n}\n";
  const std::string more =
      ".version 9.0\n.target sm_80\n.visible .entry a(\n)\n{\n$L__BB0_1:\nret;\n}\n"
      ".visible .entry k(\n)\n{\n$L__BB1_1:\nret;\n}\n";
  CHECK(has_all_of(more, own));
  CHECK_FALSE(has_all_of(own, more));
  CHECK_FALSE(has_all_of(".visible .entry k(\n)\n{\n$L__BB0_1:\ntrap;\nret;\n}\n", own));
  CHECK(hash_of_instructions(own) ==
        hash_of_instructions(".version 8.0\n.target sm_75\n" + own.substr(own.find(".visible"))));
  CHECK(hash_of_instructions(own) != hash_of_instructions(more));
}
