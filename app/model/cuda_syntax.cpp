#include "model/cuda_syntax.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace warplab::app {
namespace {

using std::string_view_literals::operator""sv;

// Sorted, for binary search.
constexpr std::array kKeywords = {"alignas"sv,    "alignof"sv,       "asm"sv,
                                  "break"sv,      "case"sv,          "catch"sv,
                                  "class"sv,      "concept"sv,       "const"sv,
                                  "const_cast"sv, "constexpr"sv,     "continue"sv,
                                  "decltype"sv,   "default"sv,       "delete"sv,
                                  "do"sv,         "dynamic_cast"sv,  "else"sv,
                                  "enum"sv,       "explicit"sv,      "export"sv,
                                  "extern"sv,     "false"sv,         "for"sv,
                                  "friend"sv,     "goto"sv,          "if"sv,
                                  "inline"sv,     "mutable"sv,       "namespace"sv,
                                  "new"sv,        "noexcept"sv,      "nullptr"sv,
                                  "operator"sv,   "private"sv,       "protected"sv,
                                  "public"sv,     "register"sv,      "reinterpret_cast"sv,
                                  "requires"sv,   "return"sv,        "sizeof"sv,
                                  "static"sv,     "static_assert"sv, "static_cast"sv,
                                  "struct"sv,     "switch"sv,        "template"sv,
                                  "this"sv,       "throw"sv,         "true"sv,
                                  "try"sv,        "typedef"sv,       "typename"sv,
                                  "union"sv,      "using"sv,         "virtual"sv,
                                  "volatile"sv,   "while"sv};
constexpr std::array kTypes = {
    "auto"sv,    "bool"sv,     "char"sv,    "char2"sv,     "char4"sv,    "dim3"sv,    "double"sv,
    "double2"sv, "double4"sv,  "float"sv,   "float2"sv,    "float3"sv,   "float4"sv,  "half"sv,
    "half2"sv,   "int"sv,      "int16_t"sv, "int2"sv,      "int3"sv,     "int32_t"sv, "int4"sv,
    "int64_t"sv, "int8_t"sv,   "long"sv,    "ptrdiff_t"sv, "short"sv,    "signed"sv,  "size_t"sv,
    "uchar4"sv,  "uint16_t"sv, "uint2"sv,   "uint3"sv,     "uint32_t"sv, "uint4"sv,   "uint64_t"sv,
    "uint8_t"sv, "unsigned"sv, "void"sv};
constexpr std::array kCuda = {"INFINITY"sv, "NAN"sv,     "assert"sv, "blockDim"sv,  "blockIdx"sv,
                              "clock64"sv,  "gridDim"sv, "printf"sv, "threadIdx"sv, "warpSize"sv};

template <size_t N>
bool contains(const std::array<std::string_view, N>& sorted, std::string_view word) {
  return std::binary_search(sorted.begin(), sorted.end(), word);
}

bool is_word_start(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' ||
         (static_cast<unsigned char>(c) & 0x80);
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_word_start(c) || is_digit(c); }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

TokenKind kind_of_word(std::string_view word, std::string_view rest) {
  if (contains(kKeywords, word)) return TokenKind::keyword;
  if (contains(kTypes, word)) return TokenKind::type;
  if (word.starts_with("__") || word.starts_with("atomic") || contains(kCuda, word))
    return TokenKind::cuda;
  while (!rest.empty() && is_space(rest.front())) rest.remove_prefix(1);
  return rest.starts_with('(') ? TokenKind::function : TokenKind::plain;
}

size_t end_of_string(std::string_view line, size_t i) {
  const char quote = line[i++];
  while (i < line.size() && line[i] != quote) i += line[i] == '\\' ? 2 : 1;
  return std::min(i + 1, line.size());
}

size_t end_of_number(std::string_view line, size_t i) {
  const size_t begin = i;
  while (i < line.size()) {
    const char c = line[i];
    const bool sign = (c == '+' || c == '-') && i > begin &&
                      (line[i - 1] == 'e' || line[i - 1] == 'E' || line[i - 1] == 'p');
    if (!is_word(c) && c != '.' && c != '\'' && !sign) break;
    ++i;
  }
  return i;
}

}  // namespace

std::vector<std::string_view> language_words() {
  std::vector<std::string_view> words(kKeywords.begin(), kKeywords.end());
  words.insert(words.end(), kTypes.begin(), kTypes.end());
  return words;
}

std::vector<Token> tokenize(std::string_view line, LineState& state) {
  std::vector<Token> tokens;
  const auto add = [&](size_t begin, size_t end, TokenKind kind) {
    if (end > begin) tokens.push_back({static_cast<int>(begin), static_cast<int>(end), kind});
  };
  size_t i = 0;
  bool preprocessor = state == LineState::preprocessor;
  // Returns true when the comment goes on past the line.
  const auto block_comment = [&](size_t begin) {
    const size_t end = line.find("*/", begin);
    i = end == std::string_view::npos ? line.size() : end + 2;
    return end == std::string_view::npos;
  };
  if (state == LineState::comment) {
    const bool open = block_comment(0);
    add(0, i, TokenKind::comment);
    if (open) return tokens;
  }
  state = LineState::code;
  bool first = tokens.empty();
  while (i < line.size()) {
    const char c = line[i];
    const size_t begin = i;
    if (is_space(c)) {
      ++i;
      continue;
    }
    if (line.compare(i, 2, "//") == 0) {
      add(i, line.size(), TokenKind::comment);
      return tokens;
    }
    if (line.compare(i, 2, "/*") == 0) {
      const bool open = block_comment(i + 2);
      add(begin, i, TokenKind::comment);
      if (open) {
        state = LineState::comment;
        return tokens;
      }
      continue;
    }
    if (first && c == '#') preprocessor = true;
    first = false;
    if (c == '"' || c == '\'') {
      i = end_of_string(line, i);
      add(begin, i, TokenKind::string);
    } else if (is_digit(c) || (c == '.' && i + 1 < line.size() && is_digit(line[i + 1]))) {
      i = end_of_number(line, i);
      add(begin, i, preprocessor ? TokenKind::preprocessor : TokenKind::number);
    } else if (is_word_start(c)) {
      while (i < line.size() && is_word(line[i])) ++i;
      const TokenKind kind = kind_of_word(line.substr(begin, i - begin), line.substr(i));
      add(begin, i, preprocessor ? TokenKind::preprocessor : kind);
    } else {
      ++i;
      add(begin, i, preprocessor ? TokenKind::preprocessor : TokenKind::punctuation);
    }
  }
  if (preprocessor && line.ends_with('\\')) state = LineState::preprocessor;
  return tokens;
}

Inside inside_of(std::string_view line, LineState state, int column) {
  const bool begins_in_comment = state == LineState::comment;
  for (const Token& token : tokenize(line, state)) {
    if (token.begin >= column && !(begins_in_comment && token.begin == 0)) break;
    if (column > token.end) continue;
    const std::string_view text =
        line.substr(static_cast<size_t>(token.begin), static_cast<size_t>(token.end - token.begin));
    if (token.kind == TokenKind::comment) {
      const bool is_block = text.starts_with("/*") || (begins_in_comment && token.begin == 0);
      if (column < token.end || !is_block || !text.ends_with("*/")) return Inside::comment;
    }
    if (token.kind == TokenKind::string) {
      const bool is_closed = text.size() > 1 && text.back() == text.front();
      if (column < token.end || !is_closed) return Inside::string;
    }
  }
  return begins_in_comment && line.empty() ? Inside::comment : Inside::code;
}

LineState SyntaxStates::at(const TextBuffer& text, int line) {
  if (version_ != text.version()) {
    // A line's own change shows in the states of the lines below it.
    const auto kept = static_cast<size_t>(text.first_changed_since(version_)) + 1;
    if (states_.size() > kept) states_.resize(kept);
    version_ = text.version();
  }
  while (static_cast<int>(states_.size()) <= line) {
    LineState state = states_.back();
    tokenize(text.line(static_cast<int>(states_.size()) - 1), state);
    states_.push_back(state);
  }
  return states_[static_cast<size_t>(line)];
}

}  // namespace warplab::app
