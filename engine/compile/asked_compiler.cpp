#include "compile/asked_compiler.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "base/lines.hpp"
#include "compile/source_tokens.hpp"

namespace warplab::compile {
namespace {

// How names begin that one compiler defines and another does not, or its headers or its system. Not
// among them: what every CUDA compiler defines (__CUDACC__, __CUDA_ARCH__, __cplusplus).
constexpr auto kOfCompilers = std::to_array<std::string_view>(
    {"__CUDACC_",      "__NVCC",       "__NVRTC",       "__NVCOMPILER",  "__PGI",
     "__EDG",          "__GNUC",       "__GNUG",        "__clang",       "__llvm__",
     "__INTEL_",       "_MSC_",        "_WIN32",        "_WIN64",        "__linux",
     "__unix",         "__gnu_linux",  "__APPLE__",     "__x86_64",      "__amd64",
     "__aarch64",      "__ELF__",      "__OPTIMIZE",    "__NO_INLINE__", "__STDC_HOSTED",
     "__GLIBC",        "_GLIBCXX",     "_STDIO_H",      "_STDLIB_H",     "__CUDA_RUNTIME",
     "__CUDA_API_VER", "CUDA_VERSION", "CUDART_VERSION"});
constexpr std::string_view kHas = "__has_";  // __has_include(<x>), and the like
constexpr auto kOfEveryCompiler =
    std::to_array<std::string_view>({"__CUDACC__", "__INTELLISENSE__"});

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool names_a_compiler(std::string_view word) {
  if (std::ranges::find(kOfEveryCompiler, word) != kOfEveryCompiler.end()) return false;
  return word.starts_with(kHas) || std::ranges::any_of(kOfCompilers, [&](std::string_view begin) {
           return word.starts_with(begin);
         });
}

// Those in lines of the preprocessor, which are no tokens. A comment there counts, which changes
// nothing; a text between quotes does not.
void find_in_directives(std::string_view source, std::vector<std::string_view>& words) {
  for (size_t line = 0; line < source.size();) {
    size_t end = line;
    while (end < source.size() && (source[end] != '\n' || (end > 0 && source[end - 1] == '\\')))
      ++end;
    const size_t first = source.find_first_not_of(" \t", line);
    bool is_text = false;
    if (first < end && source[first] == '#')
      for (size_t at = first + 1; at < end; ++at) {
        is_text ^= source[at] == '"';
        if (is_text || !is_word(source[at]) || is_word(source[at - 1])) continue;
        size_t behind = at;
        while (behind < end && is_word(source[behind])) ++behind;
        words.push_back(source.substr(at, behind - at));
      }
    line = end + 1;
  }
}

}  // namespace

std::optional<AskedCompiler> asked_compiler(std::string_view source) {
  std::vector<std::string_view> words;
  find_in_directives(source, words);
  for (const SourceToken& token : source_tokens(source))
    if (token.kind == SourceToken::Kind::word) words.push_back(token.text);
  std::erase_if(words, [](std::string_view word) { return !names_a_compiler(word); });
  if (words.empty()) return std::nullopt;

  const auto offset_of = [&](std::string_view word) {
    return static_cast<size_t>(word.data() - source.data());
  };
  const std::string_view first = *std::ranges::min_element(words, {}, offset_of);
  AskedCompiler asked{offset_of(first), std::string(first), {}};
  // Another name, as long, that nobody has defined.
  std::string renamed(source);
  std::set<std::string> names;
  for (const std::string_view word : words) {
    renamed[offset_of(word)] = 'w';
    names.insert('w' + std::string(word.substr(1)));
  }
  for (const int value : {0, 1}) {
    std::string before;
    for (const std::string& name : names) {
      if (name.substr(1).starts_with(kHas.substr(1)))
        before += fmt::format("#define {}(...) {}\n", name, value);
      else if (value == 1) before += fmt::format("#define {} 1\n", name);
    }
    asked.otherwise.push_back(fmt::format("{}#line 1\n{}", before, renamed));
  }
  return asked;
}

std::string instructions_alone(std::string_view ptx) {
  std::string instructions;
  for (const std::string_view line : lines_of<std::string_view>(ptx)) {
    const size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) continue;
    const std::string_view text = line.substr(first);
    if (text.starts_with(".section")) break;  // of a debugger, behind all functions
    if (text.starts_with(".loc") || text.starts_with(".file") || text.starts_with("//")) continue;
    instructions.append(text).push_back('\n');
  }
  return instructions;
}

std::string message_of(const AskedCompiler& asked) {
  return fmt::format(
      "`{}` tells which compiler reads the file, and for another compiler this kernel would be "
      "another one; what is graded must be what everyone gets, so take the question out, or leave "
      "it around code of the host alone.",
      asked.name);
}

}  // namespace warplab::compile
