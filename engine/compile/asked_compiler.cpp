#include "compile/asked_compiler.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "base/words.hpp"
#include "compile/instructions.hpp"
#include "compile/source_words.hpp"
#include "source/declarations.hpp"

namespace warplab::compile {
namespace {

using source::one_of;

// How names begin that one compiler defines and another does not, or its headers or its system. Not
// among them: what every CUDA compiler defines (__CUDACC__, __cplusplus), and what is asked
// about the GPU (other_readings.hpp).
constexpr auto kOfCompilers = std::to_array<std::string_view>({"__CUDACC_",
                                                               "__NVCC",
                                                               "__NVRTC",
                                                               "__NVCOMPILER",
                                                               "__PGI",
                                                               "__EDG",
                                                               "__GNUC",
                                                               "__GNUG",
                                                               "__clang",
                                                               "__llvm__",
                                                               "__INTEL_",
                                                               "_MSC_",
                                                               "_WIN32",
                                                               "_WIN64",
                                                               "__linux",
                                                               "__unix",
                                                               "__gnu_linux",
                                                               "__APPLE__",
                                                               "__x86_64",
                                                               "__amd64",
                                                               "__aarch64",
                                                               "__ELF__",
                                                               "__OPTIMIZE",
                                                               "__NO_INLINE__",
                                                               "__STDC_HOSTED",
                                                               "__GLIBC",
                                                               "_GLIBCXX",
                                                               "_STDIO_H",
                                                               "_STDLIB_H",
                                                               "__CUDA_RUNTIME",
                                                               "__CUDA_API_VER",
                                                               "CUDA_VERSION",
                                                               "CUDART_VERSION",
                                                               "_CCCL_COMPILER",
                                                               "_CCCL_CUDA_COMPILER",
                                                               "_LIBCUDACXX_COMPILER"});
// The same, of names that may be used for what they hold (__INT_MAX__): in conditions alone. Names
// that a student's own switch may have (_DEBUG, __DEBUG__) are not among them.
constexpr auto kInConditions = std::to_array<std::string_view>(
    {"__SIZEOF_",  "__CHAR_BIT__", "__BYTE_ORDER__", "__ORDER_",   "__VERSION__", "__INT_",
     "__INT8_",    "__INT16_",     "__INT32_",       "__INT64_",   "__UINT",      "__LONG_",
     "__SHRT_",    "__SCHAR_",     "__SIZE_",        "__PTRDIFF_", "__WCHAR_",    "__WINT_",
     "__FLT",      "__DBL_",       "__LDBL_",        "__GXX_",     "__GCC_",      "__ATOMIC_",
     "__SSE",      "__MMX",        "__PIC__",        "__PIE__",    "__pic__",     "__pie__",
     "_LP64",      "__k8",         "__STRICT_ANSI",  "__STDC_",    "__STDCPP_",   "__DEPRECATED",
     "_GNU_SOURCE"});
constexpr auto kExactly = std::to_array<std::string_view>({"linux", "unix", "i386", "WIN32"});
constexpr std::string_view kHas = "__has_";  // __has_include(<x>), and the like
constexpr auto kOfEveryCompiler =
    std::to_array<std::string_view>({"__CUDACC__", "__INTELLISENSE__"});

// Where names may be made of others by ##, those that tell most are taken away and given all the
// same.
constexpr auto kTaken = std::to_array<std::string_view>(
    {"__CUDACC_RTC__", "__CUDACC_VER_MAJOR__", "__CUDACC_VER_MINOR__", "__CUDACC_VER_BUILD__",
     "__GNUC__", "__NVCC_DIAG_PRAGMA_SUPPORT__"});
constexpr auto kGiven = std::to_array<std::string_view>(
    {"__NVCC__", "__GNUC__", "__clang__", "_MSC_VER", "_WIN32", "__linux__", "__x86_64__",
     "__SIZEOF_INT128__", "__VERSION__", "__OPTIMIZE__"});

bool names_a_compiler(const SourceWord& word) {
  if (one_of(word.text, kOfEveryCompiler)) return false;
  if (word.text.starts_with(kHas) || begins_with_one_of(word.text, kOfCompilers)) return true;
  return word.in_condition &&
         (begins_with_one_of(word.text, kInConditions) || one_of(word.text, kExactly));
}

// What a name is worth where it is defined: numbers of bytes are asked after as such.
int value_of(std::string_view name) {
  if (name.find("CHAR_BIT") != std::string_view::npos) return 8;
  if (name.find("SIZEOF_INT128") != std::string_view::npos) return 16;
  if (name.find("SIZEOF_INT") != std::string_view::npos) return 4;
  if (name.find("SIZEOF_") != std::string_view::npos) return 8;
  return 1;
}

void add_without_joined_names(std::string_view source, std::vector<std::string>& otherwise) {
  std::string taken = includes_that_are_there(source), given = taken;
  for (const std::string_view name : kTaken) taken += fmt::format("#undef {}\n", name);
  for (const std::string_view name : kGiven)
    given += fmt::format("#undef {}\n#define {} {}\n", name, name, value_of(name));
  otherwise.push_back(fmt::format("{}#line 1\n{}", taken, source));
  otherwise.push_back(fmt::format("{}#line 1\n{}", given, source));
}

void add_with_other_names(std::string_view source, const std::vector<std::string_view>& words,
                          std::vector<std::string>& otherwise) {
  // Another name, as long, that nobody has defined.
  std::string renamed(source);
  std::set<std::string> names;
  for (const std::string_view word : words) {
    renamed[static_cast<size_t>(word.data() - source.data())] = 'w';
    names.insert('w' + std::string(word.substr(1)));
  }
  for (const int value : {0, 1}) {
    std::string before;
    for (const std::string& name : names) {
      if (name.substr(1).starts_with(kHas.substr(1)))
        before += fmt::format("#define {}(...) {}\n", name, value);
      else if (value == 1) before += fmt::format("#define {} {}\n", name, value_of(name));
    }
    otherwise.push_back(fmt::format("{}#line 1\n{}", before, renamed));
  }
}

std::string message_of(const AskedCompiler& asked) {
  return fmt::format(
      "`{}` asks which compiler reads the file, and for another compiler this kernel would be a "
      "different one; what is graded must be what everyone gets, so take the question out, or keep "
      "it around host code only.",
      asked.name);
}

std::string message_of_twice(const AskedCompiler& asked, std::string_view name) {
  return fmt::format(
      "`{}` asks which compiler reads the file, and the kernel `{}` is written twice, so another "
      "compiler may take the one that cannot be compiled here; what is graded must be what "
      "everyone gets, so keep one of them, outside the question.",
      asked.name, name);
}

bool has_kernel(std::string_view ptx, const std::string& name) {
  return ptx.find(fmt::format(".entry {}(", name)) != std::string_view::npos;
}

}  // namespace

std::optional<AskedCompiler> asked_compiler(std::string_view source) {
  const SourceWords found = source_words(source);
  std::vector<std::string_view> words;
  for (const SourceWord& word : found.words)
    if (names_a_compiler(word)) words.push_back(word.text);
  if (words.empty() && !found.are_joined) return std::nullopt;

  AskedCompiler asked{0, "##", {}};
  if (words.empty()) {
    asked.offset = std::min(source.find("##"), source.size());
  } else {
    asked.offset = static_cast<size_t>(words.front().data() - source.data());
    asked.name = words.front();
    add_with_other_names(source, words, asked.otherwise);
  }
  if (found.are_joined) add_without_joined_names(source, asked.otherwise);
  return asked;
}

std::optional<ReservedName> find_difference(std::string_view source, std::string_view own,
                                            const CompileText& compile_text) {
  const std::optional<AskedCompiler> asked = asked_compiler(source);
  if (!asked) return std::nullopt;
  for (const std::string& text : asked->otherwise) {
    std::optional<std::string> ptx = compile_text(text);
    if (!ptx) ptx = compile_text(without_host_code(text));
    if (ptx && !has_all_of(*ptx, own)) return ReservedName{asked->offset, message_of(*asked)};
    if (ptx) continue;
    for (const std::string& kernel : kernels_defined_twice(source))
      if (has_kernel(own, kernel))
        return ReservedName{asked->offset, message_of_twice(*asked, kernel)};
  }
  return std::nullopt;
}

}  // namespace warplab::compile
