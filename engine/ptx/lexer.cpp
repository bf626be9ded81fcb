#include "ptx/lexer.hpp"

namespace warplab::ptx {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool continues_word(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '$'; }
bool starts_word(char c) { return is_letter(c) || c == '_' || c == '$' || c == '%'; }

constexpr std::string_view kPunctuation = "{}[]()<>,;:=+-*/%!~&|^?@.";

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    tokens.reserve(text_.size() / 4 + 1);
    while (skip_space_and_comments()) tokens.push_back(next());
    if (unterminated_comment_.data() != nullptr)
      tokens.push_back({Token::Kind::invalid, line_, unterminated_comment_});
    tokens.push_back({Token::Kind::end, line_, {}});
    return tokens;
  }

 private:
  char at(size_t ahead = 0) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
  }
  bool done() const { return position_ >= text_.size(); }

  // False at the end of the text.
  bool skip_space_and_comments() {
    while (!done()) {
      const char c = at();
      if (c == '\n') {
        ++line_;
        ++position_;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
        ++position_;
      } else if (c == '/' && at(1) == '/') {
        while (!done() && at() != '\n') ++position_;
      } else if (c == '/' && at(1) == '*') {
        const size_t end = text_.find("*/", position_ + 2);
        if (end == std::string_view::npos) {
          unterminated_comment_ = text_.substr(position_, 2);
          position_ = text_.size();
          return false;
        }
        for (; position_ < end + 2; ++position_) line_ += at() == '\n';
      } else {
        return true;
      }
    }
    return false;
  }

  Token next() {
    const size_t begin = position_;
    const auto token = [&](Token::Kind kind) {
      return Token{kind, line_, text_.substr(begin, position_ - begin)};
    };
    const char c = at();
    if (starts_word(c) && (c != '%' || continues_word(at(1)))) {
      ++position_;
      while (continues_word(at())) ++position_;
      return token(Token::Kind::word);
    }
    if (is_digit(c)) {
      skip_number();
      return token(Token::Kind::number);
    }
    if (c == '.' && continues_word(at(1))) return dotted();
    if (c == '"') return string();
    ++position_;
    return token(kPunctuation.find(c) == std::string_view::npos ? Token::Kind::invalid
                                                                : Token::Kind::punctuation);
  }

  // Takes every letter and digit that follows, so that "12abc" becomes one number that the parser
  // rejects rather than two tokens that it misunderstands.
  void skip_number() {
    const bool prefixed = at() == '0' && is_letter(at(1));
    while (continues_word(at())) {
      const bool exponent = !prefixed && (at() == 'e' || at() == 'E');
      ++position_;
      if (exponent && (at() == '+' || at() == '-')) ++position_;
      if (!prefixed && at() == '.' && is_digit(at(1))) ++position_;
    }
  }

  // "::" belongs to the word (".shared::cta"), a single ":" does not.
  Token dotted() {
    const size_t begin = ++position_;
    while (continues_word(at()) || (at() == ':' && at(1) == ':' && continues_word(at(2))))
      position_ += at() == ':' ? 2 : 1;
    return {Token::Kind::dotted, line_, text_.substr(begin, position_ - begin)};
  }

  Token string() {
    const size_t begin = ++position_;
    while (!done() && at() != '"' && at() != '\n')
      position_ += at() == '\\' && at(1) == '"' ? 2 : 1;
    const std::string_view content = text_.substr(begin, position_ - begin);
    if (at() != '"') return {Token::Kind::invalid, line_, text_.substr(begin - 1, 1)};
    ++position_;
    return {Token::Kind::string, line_, content};
  }

  std::string_view text_;
  std::string_view unterminated_comment_;
  size_t position_ = 0;
  int line_ = 1;
};

}  // namespace

std::vector<Token> tokenize(std::string_view text) { return Lexer(text).run(); }

}  // namespace warplab::ptx
