#include "common/cuda_syntax.hpp"

#include "source/tokens.hpp"
#include "source/words.hpp"

namespace warplab::app {
namespace {

using Kind = source::Token::Kind;

bool is_type(std::string_view word) {
  return source::is_a(word, source::kBuiltIn | source::kNamedType) || word == "auto";
}

TokenKind kind_of_word(std::string_view word, std::string_view rest) {
  if (is_type(word)) return TokenKind::type;
  if (source::is_of_cuda(word)) return TokenKind::cuda;
  if (source::is_a(word, source::kKeyword)) return TokenKind::keyword;
  const size_t next = rest.find_first_not_of(" \t\r");
  return next != std::string_view::npos && rest[next] == '(' ? TokenKind::function
                                                             : TokenKind::plain;
}

TokenKind kind_of(const source::Token& token, std::string_view line) {
  switch (token.kind) {
    case Kind::word: return kind_of_word(token.text, line.substr(token.end()));
    case Kind::number: return TokenKind::number;
    case Kind::text: return TokenKind::string;
    case Kind::comment: return TokenKind::comment;
    case Kind::directive: return TokenKind::preprocessor;
    case Kind::sign: break;
  }
  return TokenKind::punctuation;
}

}  // namespace

std::vector<std::string_view> language_words() {
  std::vector<std::string_view> words, types;
  for (const std::string_view word :
       source::words_that_are(source::kKeyword | source::kBuiltIn | source::kNamedType))
    if (!word.starts_with("__")) (is_type(word) ? types : words).push_back(word);
  words.insert(words.end(), types.begin(), types.end());
  return words;
}

std::vector<Token> tokenize(std::string_view line, LineState& state) {
  bool in_directive = state == LineState::preprocessor;
  std::vector<Token> tokens;
  for (const source::Token& token : source::tokens_of_line(line, state)) {
    in_directive |= token.kind == Kind::directive;
    TokenKind kind = kind_of(token, line);
    if (in_directive && kind != TokenKind::comment && kind != TokenKind::string)
      kind = TokenKind::preprocessor;
    tokens.push_back({static_cast<int>(token.offset), static_cast<int>(token.end()), kind});
  }
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
