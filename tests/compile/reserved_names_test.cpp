#include "compile/reserved_names.hpp"

#include <doctest/doctest.h>

#include <string>

using warplab::compile::find_reserved_name;

TEST_CASE("a macro that is named as a word of the language is told with its place") {
  const std::string source = "// asm\n#define asm if (false) __asm__\nint x;\n";
  const auto found = find_reserved_name(source);
  REQUIRE(found);
  CHECK(found->offset == source.find("asm if"));
  CHECK(found->message.find("`asm` is a word of C++") == 0);
  for (const char* word : {"if", "float", "__asm__", "volatile", "constexpr", "while", "inline"}) {
    CAPTURE(word);
    CHECK(find_reserved_name("#define " + std::string(word) + " x\n"));
    CHECK(find_reserved_name("#  define " + std::string(word) + "(a) a\n"));
  }
}

TEST_CASE("the lab's names are told in code and in directives") {
  for (const char* source :
       {"#ifdef WARPLAB_UNDEFINED\n#endif\n", "#if defined(WARPLAB_UNDEFINED_STORE)\n#endif\n",
        "#if 0\n#elif \\\n __has_include(\"warplab_undefined.h\")\n#endif\n",
        "#include \"warplab_undefined.h\"\n", "namespace warplab_undefined { struct Value; }\n",
        "int x = warplab_undefined::Value();\n", "#define warplab_undefined_unit 0\n"}) {
    CAPTURE(source);
    const auto found = find_reserved_name(source);
    REQUIRE(found);
    CHECK(std::string(source).substr(found->offset, 7).find_first_not_of("warplbWARPLB") ==
          std::string::npos);
  }
}

TEST_CASE("everything else may be named as one likes") {
  for (const char* source :
       {"#define TILE 32\n", "#define restrict __restrict__\n", "#define IF if\n",
        "#define SUM(float_x) float_x\n", "// made with warplab_undefined\nint x;\n",
        "/* #define if */ int warp_lab;\n", "#undef if\nint mywarplab_x;\n",
        "const char* s = \"warplab_undefined\";\n", "int warplab_copy; float WARPLAB_X;\n", "",
        "#ifdef MYWARPLAB_X\n#endif"}) {
    CAPTURE(source);
    CHECK_FALSE(find_reserved_name(source));
  }
}
