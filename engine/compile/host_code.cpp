// What of a source is for the host alone.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "compile/asked_compiler.hpp"
#include "compile/source_words.hpp"
#include "source/declarations.hpp"

namespace warplab::compile {
namespace {

using source::one_of;
using source::Tokens;

using Kind = source::Token::Kind;

constexpr auto kOfDevice =
    std::to_array<std::string_view>({"__global__", "__device__", "__constant__", "__shared__",
                                     "__managed__", "constexpr", "consteval"});
constexpr auto kOfTypes = std::to_array<std::string_view>({"struct", "class", "union", "enum"});

// The statements of a source outside of functions.
class Statements {
 public:
  explicit Statements(std::string_view source) : tokens_(source::tokens_of(source)) {
    for (const source::MacroDefinition& macro : source::macro_definitions(source))
      if (std::ranges::any_of(
              macro.body, [](const source::Token& token) { return one_of(token.text, kOfDevice); }))
        of_device_.insert(std::string(macro.name));
  }

  // Calls function(statement, body, end) with the places of tokens, for each function with a body.
  template <class Function>
  void for_each_function(const Function& function) {
    size_t begin = 0;
    for (size_t at = 0; at < tokens_.size(); ++at) {
      if (is(at, ";") || is(at, "}")) begin = at + 1;
      if (is(at, "(")) at = closing(at, "(", ")");
      if (!is(at, "{")) continue;
      if (opens_namespace(begin, at)) {
        begin = at + 1;
        continue;
      }
      const size_t end = closing(at, "{", "}");
      if (is_function(begin, at)) {
        function(begin, at, end);
        begin = end + 1;
      }
      at = end;
    }
  }

  bool is_of_device(size_t begin, size_t end) const {
    return any_word(begin, end, [&](std::string_view word) {
      return one_of(word, kOfDevice) || of_device_.contains(std::string(word));
    });
  }
  bool is_kernel(size_t begin, size_t end) const {
    return any_word(begin, end, [](std::string_view word) { return word == "__global__"; });
  }
  // What stands before the last "(" outside of others.
  std::string_view name_of(size_t begin, size_t end) const {
    for (size_t at = begin; at + 1 < end; ++at)
      if (tokens_[at].kind == Kind::word && is(at + 1, "(") &&
          tokens_[at].text != "__launch_bounds__" && tokens_[at].text != "__attribute__")
        return tokens_[at].text;
    return {};
  }
  size_t offset_of(size_t token) const { return tokens_[token].offset; }

 private:
  bool is(size_t at, std::string_view sign) const {
    return at < tokens_.size() && tokens_[at].kind == Kind::sign && tokens_[at].text == sign;
  }
  template <class Is>
  bool any_word(size_t begin, size_t end, const Is& is_such) const {
    for (size_t at = begin; at < end; ++at)
      if (tokens_[at].kind == Kind::word && is_such(tokens_[at].text)) return true;
    return false;
  }
  // The last token where it is never closed.
  size_t closing(size_t at, std::string_view open, std::string_view close) const {
    int depth = 0;
    for (; at < tokens_.size(); ++at) {
      depth += is(at, open) ? 1 : is(at, close) ? -1 : 0;
      if (depth == 0) return at;
    }
    return tokens_.size() - 1;
  }
  bool opens_namespace(size_t begin, size_t at) const {
    if (begin == at) return false;
    if (tokens_[at - 1].kind == Kind::text) return tokens_[begin].text == "extern";
    return any_word(begin, at, [](std::string_view word) { return word == "namespace"; });
  }
  bool is_function(size_t begin, size_t at) const {
    bool has_parameters = false;
    for (size_t i = begin; i < at; ++i) {
      if (is(i, "=")) return false;
      has_parameters |= is(i, "(");
    }
    return has_parameters &&
           !any_word(begin, at, [](std::string_view word) { return one_of(word, kOfTypes); });
  }

  Tokens tokens_;
  std::set<std::string> of_device_;  // macros
};

}  // namespace

std::string without_host_code(std::string_view source) {
  std::string text(source);
  const auto blank = [&](size_t begin, size_t end) {
    for (; begin < std::min(end, text.size()); ++begin)
      if (text[begin] != '\n') text[begin] = ' ';
  };
  Statements statements(source);
  statements.for_each_function([&](size_t begin, size_t body, size_t end) {
    if (!statements.is_of_device(begin, body))
      blank(statements.offset_of(begin), statements.offset_of(end) + 1);
  });
  for (const IncludeLine& line : include_lines(source))
    blank(line.offset, line.offset + line.length);
  return fmt::format("{}#line 1\n{}", includes_that_are_there(source), text);
}

std::vector<std::string> kernels_defined_twice(std::string_view source) {
  std::map<std::string, int, std::less<>> count;
  Statements statements(source);
  statements.for_each_function([&](size_t begin, size_t body, size_t) {
    if (statements.is_kernel(begin, body)) ++count[std::string(statements.name_of(begin, body))];
  });
  std::vector<std::string> twice;
  for (const auto& [name, times] : count)
    if (times > 1) twice.push_back(name);
  return twice;
}

}  // namespace warplab::compile
