#include "source/tokens.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace warplab::source {
namespace {

using Kind = Token::Kind;

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
      } else if (line_begins && (c == '#' || (c == '%' && next() == ':'))) {
        at_ += c == '#' ? 1 : 2;
        directive();
      } else {
        line_begins = false;
        take(tokens_);
      }
    }
  }

  std::vector<Token> tokens_;
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

  // To the end of its last line. It begins behind the sign #.
  void directive() {
    std::vector<Token> line;
    size_t parameters = 0;  // of a macro: the bracket that opens them
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

  void take(std::vector<Token>& to) {
    const size_t begin = at_;
    const char c = source_[at_];
    Kind kind = Kind::sign;
    if (begins_word(c) || letter_by_number(at_) != 0) {
      kind = Kind::word;
      while (const size_t more = more_of_word()) at_ += more;
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
    } else if (const std::string_view sign = sign_of_two(); !sign.empty()) {
      at_ += 2;
      to.push_back({kind, sign, begin});
      return;
    } else {
      ++at_;
    }
    to.push_back({kind, source_.substr(begin, at_ - begin), begin});
  }

  // The length of \u00e4 or \U000000e4, a letter of a word; 0 where there is none.
  size_t letter_by_number(size_t at) const {
    if (at + 1 >= source_.size() || source_[at] != '\\') return 0;
    const size_t digits = source_[at + 1] == 'u' ? 4 : source_[at + 1] == 'U' ? 8 : 0;
    if (digits == 0 || at + 2 + digits > source_.size()) return 0;
    const bool are_digits = std::ranges::all_of(source_.substr(at + 2, digits), [](char c) {
      return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    });
    return are_digits ? 2 + digits : 0;
  }

  // How much of the source from here on goes on with a word: a letter, or a joint of lines with a
  // letter behind it.
  size_t more_of_word() const {
    size_t at = at_;
    while (at < source_.size() && source_[at] == '\\') {
      if (at + 1 < source_.size() && source_[at + 1] == '\n') at += 2;
      else if (source_.substr(at + 1, 2) == "\r\n") at += 3;
      else break;
    }
    if (at >= source_.size()) return 0;
    if (begins_word(source_[at]) || is_digit(source_[at])) return at + 1 - at_;
    const size_t letter = letter_by_number(at);
    return letter == 0 ? 0 : at + letter - at_;
  }

  // C++20 standard, [lex.digraph] and [lex.pptoken]: <: is [, but <:: is < and ::.
  std::string_view sign_of_two() const {
    const std::string_view two = source_.substr(at_, 2);
    if (two == "<:") return next(2) == ':' && next(3) != ':' && next(3) != '>' ? "" : "[";
    if (two == ":>") return "]";
    if (two == "<%") return "{";
    if (two == "%>") return "}";
    return {};
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

std::string joined_word(std::string_view word) {
  std::string joined;
  for (size_t k = 0; k < word.size(); ++k)
    if (word[k] != '\n' && word[k] != '\r' &&
        !(word[k] == '\\' && k + 1 < word.size() && (word[k + 1] == '\n' || word[k + 1] == '\r')))
      joined += word[k];
  return joined;
}

std::vector<Token> tokens_of(std::string_view source) {
  TokenReader reader(source);
  reader.run();
  return std::move(reader.tokens_);
}

std::vector<MacroDefinition> macro_definitions(std::string_view source) {
  TokenReader reader(source);
  reader.run();
  return std::move(reader.macros_);
}

}  // namespace warplab::source
