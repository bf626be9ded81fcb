#pragma once
// The parser's place in the tokens, and the first error it met.
#include <string>
#include <string_view>
#include <vector>

#include "ptx/lexer.hpp"

namespace warplab::ptx {

class TokenCursor {
 public:
  explicit TokenCursor(std::string_view text) : tokens_(tokenize(text)) {}

  // The token `ahead` of the current one; the end token for ever after the last.
  const Token& peek(size_t ahead = 0) const {
    const size_t index = next_ + ahead;
    return index < tokens_.size() ? tokens_[index] : tokens_.back();
  }
  const Token& take() {
    const Token& token = peek();
    if (next_ + 1 < tokens_.size()) ++next_;
    return token;
  }
  int line() const { return peek().line; }
  bool at_end() const { return peek().kind == Token::Kind::end; }

  bool at(char punctuation) const { return peek().is(punctuation); }
  bool at(Token::Kind kind) const { return peek().kind == kind; }
  bool at_word(std::string_view text) const {
    return peek().kind == Token::Kind::word && peek().text == text;
  }
  bool at_dotted(std::string_view text) const {
    return peek().kind == Token::Kind::dotted && peek().text == text;
  }
  // Takes the token if it is this one.
  bool accept(char punctuation) { return at(punctuation) && (take(), true); }
  bool accept_word(std::string_view text) { return at_word(text) && (take(), true); }
  bool accept_dotted(std::string_view text) { return at_dotted(text) && (take(), true); }

  // Takes the token or fails with "expected ';' after WHERE, found ...".
  bool expect(char punctuation, std::string_view where);
  // Takes a token of this kind, or fails with "expected WHAT, found ...".
  bool expect(Token::Kind kind, std::string_view what, std::string_view& text);

  // Fails because of the current token: "PTX line 7: expected WHAT, found "x"." Always false.
  bool fail_expecting(std::string_view what);
  // Fails with a sentence of its own (without its final stop). The first failure stays. Always
  // false.
  bool fail(int line, std::string_view sentence);

  bool failed() const { return !error_.empty(); }
  const std::string& error() const { return error_; }

 private:
  std::vector<Token> tokens_;
  size_t next_ = 0;
  std::string error_;
};

// `text` in double quotes, cut when long, with unprintable bytes replaced: safe for a message.
std::string in_quotes(std::string_view text);

}  // namespace warplab::ptx
