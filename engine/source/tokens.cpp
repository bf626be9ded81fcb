#include "source/tokens.hpp"

#include <algorithm>
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
bool is_of_word(char c) { return begins_word(c) || is_digit(c); }
bool is_exponent(char c) { return c == 'e' || c == 'E' || c == 'p' || c == 'P'; }

class Reader {
 public:
  Reader(std::string_view source, LineState state) : source_(source), state_(state) {}

  // The next token; false: there is none.
  bool next(Token& token) {
    if (state_ == LineState::comment && at_ < source_.size()) {  // from the line before
      state_ = LineState::code;
      end_comment(token, at_);
      return true;
    }
    while (at_ < source_.size()) {
      if (source_[at_] == '\n') {
        state_ = LineState::code;
        line_begins_ = true;
        ++at_;
      } else if (is_space(source_[at_])) {
        ++at_;
      } else if (const size_t joint = joint_at(at_)) {
        at_ += joint;
      } else {
        take(token);
        return true;
      }
    }
    return false;
  }

  // In a directive, or in a comment that the text does not end; of code when a line has ended.
  LineState state() const { return state_; }

 private:
  char ahead(size_t by = 1) const { return at_ + by < source_.size() ? source_[at_ + by] : '\0'; }

  // How long a backslash and the end of its line are; 0: there is none.
  size_t joint_at(size_t at) const {
    if (source_[at] != '\\') return 0;
    const std::string_view rest = source_.substr(at + 1, 2);
    return rest.starts_with('\n') ? 2 : rest == "\r\n" ? 3 : 0;
  }

  void take(Token& token) {
    const char c = source_[at_];
    const size_t begin = at_;
    if (c == '/' && ahead() == '/') {
      while (at_ < source_.size() && source_[at_] != '\n')
        at_ += std::max<size_t>(joint_at(at_), 1);
      token = {Kind::comment, source_.substr(begin, at_ - begin), begin};
      return;
    }
    if (c == '/' && ahead() == '*') {
      at_ += 2;
      end_comment(token, begin);
      return;
    }
    if (line_begins_ && (c == '#' || (c == '%' && ahead() == ':'))) {
      state_ = LineState::preprocessor;
      line_begins_ = false;
      at_ += c == '#' ? 1 : 2;
      token = {Kind::directive, source_.substr(begin, at_ - begin), begin};
      return;
    }
    line_begins_ = false;
    token = {code(c), source_.substr(begin, at_ - begin), begin};
    if (const std::string_view sign = sign_of_two(begin); token.kind == Kind::sign && !sign.empty())
      ++at_, token.text = sign;
  }

  void end_comment(Token& token, size_t begin) {
    const size_t end = source_.find("*/", at_);
    if (end == std::string_view::npos) state_ = LineState::comment;
    at_ = end == std::string_view::npos ? source_.size() : end + 2;
    token = {Kind::comment, source_.substr(begin, at_ - begin), begin};
  }

  // Reads on to behind what begins with `c`.
  Kind code(char c) {
    const size_t begin = at_;
    if (begins_word(c) || letter_by_number(at_) != 0) {
      while (const size_t more = more_of_word()) at_ += more;
      const std::string_view word = source_.substr(begin, at_ - begin);
      if (at_ >= source_.size() || source_[at_] != '"' || !word.ends_with('R') || word.size() > 3)
        return Kind::word;
      at_ = behind_raw_text(at_);
      return Kind::text;
    }
    if (is_digit(c) || (c == '.' && is_digit(ahead()))) {
      while (at_ < source_.size() &&
             (is_of_word(source_[at_]) || source_[at_] == '.' ||
              (source_[at_] == '\'' && is_of_word(ahead())) ||
              ((source_[at_] == '+' || source_[at_] == '-') && is_exponent(source_[at_ - 1]))))
        ++at_;
      return Kind::number;
    }
    ++at_;
    if (c != '"' && c != '\'') return Kind::sign;
    while (at_ < source_.size() && source_[at_] != c && source_[at_] != '\n')
      at_ += source_[at_] == '\\' ? std::max<size_t>(joint_at(at_), 2) : 1;
    at_ = std::min(at_ < source_.size() && source_[at_] == c ? at_ + 1 : at_, source_.size());
    return Kind::text;
  }

  // Behind R"delimiter(...)delimiter", whose first quote stands at `quote`.
  size_t behind_raw_text(size_t quote) const {
    const size_t open = source_.find('(', quote);
    if (open == std::string_view::npos) return source_.size();
    const std::string end = ")" + std::string(source_.substr(quote + 1, open - quote - 1)) + "\"";
    const size_t close = source_.find(end, open);
    return close == std::string_view::npos ? source_.size() : close + end.size();
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

  // How much of the source from here on goes on with a word: a letter, or joints of lines with a
  // letter behind them.
  size_t more_of_word() const {
    size_t at = at_;
    while (at < source_.size() && joint_at(at) != 0) at += joint_at(at);
    if (at >= source_.size()) return 0;
    if (is_of_word(source_[at])) return at + 1 - at_;
    const size_t letter = letter_by_number(at);
    return letter == 0 ? 0 : at + letter - at_;
  }

  // C++20 standard, [lex.digraph] and [lex.pptoken]: <: is [, but <:: is < and ::.
  std::string_view sign_of_two(size_t at) const {
    const std::string_view two = source_.substr(at, 2);
    if (two == "<:") {
      const std::string_view behind = source_.substr(at + 2, 2);
      const bool is_scope = behind.starts_with(':') && behind != "::" && behind != ":>";
      return is_scope ? "" : "[";
    }
    return two == ":>" ? "]" : two == "<%" ? "{" : two == "%>" ? "}" : "";
  }

  std::string_view source_;
  LineState state_;
  size_t at_ = 0;
  bool line_begins_ = true;
};

}  // namespace

std::string joined_word(std::string_view word) {
  std::string joined;
  for (size_t k = 0; k < word.size(); ++k)
    if (word[k] != '\n' && word[k] != '\r' &&
        !(word[k] == '\\' && k + 1 < word.size() && (word[k + 1] == '\n' || word[k + 1] == '\r')))
      joined += word[k];
  return joined;
}

Tokens tokens_of_line(std::string_view line, LineState& state) {
  Tokens tokens;
  Reader reader(line, state);
  for (Token token; reader.next(token);) tokens.push_back(token);
  state = reader.state();
  const bool goes_on =
      line.ends_with('\\') && (tokens.empty() || tokens.back().kind != Kind::comment);
  if (state == LineState::preprocessor && !goes_on) state = LineState::code;
  return tokens;
}

Tokens tokens_of(std::string_view source) {
  Tokens tokens;
  Reader reader(source, LineState::code);
  for (Token token; reader.next(token);)
    if (token.kind != Kind::comment && reader.state() != LineState::preprocessor)
      tokens.push_back(token);
  return tokens;
}

std::vector<Directive> directives_of(std::string_view source) {
  std::vector<Directive> directives;
  Reader reader(source, LineState::code);
  for (Token token; reader.next(token);) {
    if (token.kind == Kind::directive) directives.push_back({token.offset, token.end(), {}});
    else if (token.kind == Kind::comment || reader.state() != LineState::preprocessor) continue;
    else directives.back().tokens.push_back(token);
    directives.back().end = token.end();
  }
  return directives;
}

std::vector<MacroDefinition> macro_definitions(std::string_view source) {
  std::vector<MacroDefinition> macros;
  for (const Directive& directive : directives_of(source)) {
    const Tokens& line = directive.tokens;
    if (line.size() < 3 || !directive.is("define")) continue;
    MacroDefinition macro;
    macro.name = line[1].text;
    macro.is_called = line[2].text == "(" && line[2].offset == line[1].end();
    size_t first = 2;
    if (macro.is_called) {
      for (; first < line.size() && line[first].text != ")"; ++first)
        if (line[first].kind == Kind::word) macro.parameters.push_back(line[first].text);
      first = std::min(first + 1, line.size());
    }
    macro.body.assign(line.begin() + static_cast<std::ptrdiff_t>(first), line.end());
    macros.push_back(std::move(macro));
  }
  return macros;
}

}  // namespace warplab::source
