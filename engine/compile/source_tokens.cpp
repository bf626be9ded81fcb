#include "compile/source_tokens.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace warplab::compile {
namespace {

using Kind = SourceToken::Kind;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 128;
}

class TokenReader {
 public:
  explicit TokenReader(std::string_view source) : source_(source) {}

  void run() {
    bool line_begins = true;
    while (at_ < source_.size()) {
      const char c = source_[at_];
      if (c == '\n') {
        line_begins = true;
        ++at_;
      } else if (skip_blank()) {
      } else if (c == '#' && line_begins) {
        directive();
      } else {
        line_begins = false;
        take(tokens_);
      }
    }
  }

  std::vector<SourceToken> tokens_;
  std::vector<MacroDefinition> macros_;

 private:
  char next(size_t by = 1) const { return at_ + by < source_.size() ? source_[at_ + by] : '\0'; }
  bool continues_line() const {
    return source_[at_] == '\\' && (next() == '\n' || (next() == '\r' && next(2) == '\n'));
  }

  // One space, one comment, or one joint of lines.
  bool skip_blank() {
    if (is_space(source_[at_])) {
      ++at_;
    } else if (continues_line()) {
      at_ += next() == '\n' ? 2 : 3;
    } else if (source_[at_] == '/' && next() == '/') {
      while (at_ < source_.size() && source_[at_] != '\n') at_ += continues_line() ? 2 : 1;
    } else if (source_[at_] == '/' && next() == '*') {
      const size_t end = source_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? source_.size() : end + 2;
    } else {
      return false;
    }
    at_ = std::min(at_, source_.size());
    return true;
  }

  // To the end of its last line.
  void directive() {
    std::vector<SourceToken> line;
    size_t parameters = 0;  // of a macro: the bracket that opens them
    ++at_;
    while (at_ < source_.size() && source_[at_] != '\n') {
      if (skip_blank()) continue;
      take(line);
      if (line.size() == 2 && at_ < source_.size() && source_[at_] == '(') parameters = 2;
    }
    if (line.size() < 3 || line[0].text != "define") return;
    MacroDefinition macro;
    macro.name = line[1].text;
    macro.is_called = parameters != 0;
    size_t first = 2;
    if (macro.is_called) {
      for (; first < line.size() && line[first].text != ")"; ++first)
        if (line[first].kind == Kind::word) macro.parameters.push_back(line[first].text);
      first = std::min(first + 1, line.size());
    }
    macro.body.assign(line.begin() + static_cast<std::ptrdiff_t>(first), line.end());
    macros_.push_back(std::move(macro));
  }

  void take(std::vector<SourceToken>& to) {
    const size_t begin = at_;
    const char c = source_[at_];
    Kind kind = Kind::sign;
    if (begins_word(c)) {
      kind = Kind::word;
      while (at_ < source_.size() && (begins_word(source_[at_]) || is_digit(source_[at_]))) ++at_;
      const std::string_view word = source_.substr(begin, at_ - begin);
      if (at_ < source_.size() && source_[at_] == '"' && word.ends_with('R') && word.size() <= 3) {
        kind = Kind::text;
        at_ = behind_raw_text(source_, at_);
      }
    } else if (is_digit(c) || (c == '.' && is_digit(next()))) {
      kind = Kind::number;
      while (at_ < source_.size() &&
             (begins_word(source_[at_]) || is_digit(source_[at_]) || source_[at_] == '.' ||
              (source_[at_] == '\'' && begins_or_digit(next())) ||
              ((source_[at_] == '+' || source_[at_] == '-') && is_exponent(source_[at_ - 1]))))
        ++at_;
    } else if (c == '"' || c == '\'') {
      kind = Kind::text;
      for (++at_; at_ < source_.size() && source_[at_] != c && source_[at_] != '\n'; ++at_)
        if (source_[at_] == '\\') ++at_;
      at_ = std::min(at_ + 1, source_.size());
    } else {
      ++at_;
    }
    to.push_back({kind, source_.substr(begin, at_ - begin), begin});
  }

  static bool begins_or_digit(char c) { return begins_word(c) || is_digit(c); }
  static bool is_exponent(char c) { return c == 'e' || c == 'E' || c == 'p' || c == 'P'; }

  std::string_view source_;
  size_t at_ = 0;
};

}  // namespace

size_t behind_raw_text(std::string_view source, size_t quote) {
  const size_t open = source.find('(', quote);
  if (open == std::string_view::npos) return source.size();
  const std::string end = ")" + std::string(source.substr(quote + 1, open - quote - 1)) + "\"";
  const size_t close = source.find(end, open);
  return close == std::string_view::npos ? source.size() : close + end.size();
}

std::vector<SourceToken> source_tokens(std::string_view source) {
  TokenReader reader(source);
  reader.run();
  return std::move(reader.tokens_);
}

std::vector<MacroDefinition> macro_definitions(std::string_view source) {
  TokenReader reader(source);
  reader.run();
  return std::move(reader.macros_);
}

}  // namespace warplab::compile
