// Source: C++20 standard, [stmt.select] and [stmt.iter].
#include "source/control_statements.hpp"

#include "source/tokens.hpp"

namespace warplab::source {
namespace {

// Deeper than compilers have to allow ([implimits]: 256), so that a file of nothing but `if` ends.
constexpr size_t kDeepest = 256;

class StatementReader {
 public:
  explicit StatementReader(std::string_view source) : tokens_(tokens_of(source)) {}

  std::vector<ControlStatement> run() {
    while (at_ < tokens_.size() && !too_deep_) part();
    return too_deep_ ? std::vector<ControlStatement>() : std::move(found_);
  }

 private:
  bool is(std::string_view text) const { return at_ < tokens_.size() && tokens_[at_].text == text; }
  size_t begin() const { return at_ < tokens_.size() ? tokens_[at_].offset : end(); }
  // Behind the token before.
  size_t end() const {
    return at_ == 0 ? 0 : tokens_[at_ - 1].offset + tokens_[at_ - 1].text.size();
  }

  // The text of `asm("exit;")`, which ends a thread as a `return` of the kernel does.
  bool is_exit_by_assembly() const {
    if (at_ < 2 || tokens_[at_].kind != Token::Kind::text || tokens_[at_ - 1].text != "(")
      return false;
    const size_t word = tokens_[at_ - 2].text.find("volatile") == std::string_view::npos ? 2 : 3;
    return at_ >= word && tokens_[at_ - word].text.find("asm") != std::string_view::npos &&
           tokens_[at_].text.find("exit;") != std::string_view::npos;
  }

  // A token, or a whole statement where one begins.
  void part() {
    if (is("if") || is("for") || is("while") || is("switch") || is("do")) return control();
    const bool returns = is("return") || is_exit_by_assembly();
    const bool jumps = is("break") || is("continue") || is("goto");
    if (returns || jumps)
      for (const size_t open : open_) {
        found_[open].returns |= returns;
        found_[open].jumps |= jumps;
      }
    ++at_;
  }

  void brackets() {
    size_t depth = 0;
    for (; at_ < tokens_.size(); ++at_) {
      if (is("(")) ++depth;
      if (is(")") && --depth == 0) break;
    }
    if (at_ < tokens_.size()) ++at_;
  }

  void control() {
    if (open_.size() >= kDeepest) {
      too_deep_ = true;
      at_ = tokens_.size();
      return;
    }
    const size_t number = found_.size();
    found_.push_back({.begin = begin(), .head_begin = begin()});
    open_.push_back(number);
    const bool is_if = is("if"), is_do = is("do");
    found_[number].is_loop = is_do || is("for") || is("while");
    ++at_;
    if (is("constexpr")) ++at_;
    if (is_do) {
      statement();
      found_[number].head_begin = begin();
      if (is("while")) ++at_;
    }
    if (is("(")) brackets();
    found_[number].head_end = end();
    if (!is_do) statement();
    if (is_if && is("else")) {
      ++at_;
      statement();
    }
    found_[number].end = end();
    open_.pop_back();
  }

  // What an `if` or loop decides about: up to its semicolon, or its closing brace.
  void statement() {
    const bool is_block = is("{");
    if (is("if") || is("for") || is("while") || is("switch") || is("do")) return control();
    size_t depth = 0;
    while (at_ < tokens_.size()) {
      if (is("(") || is("[") || is("{")) ++depth;
      if (is(")") || is("]") || is("}")) {
        if (depth == 0) return;  // of what is around
        if (--depth == 0 && is_block) {
          ++at_;
          return;
        }
      }
      if (is(";") && depth == 0) {
        ++at_;
        return;
      }
      part();
    }
  }

  std::vector<Token> tokens_;
  size_t at_ = 0;
  std::vector<ControlStatement> found_;
  std::vector<size_t> open_;  // that are being read
  bool too_deep_ = false;
};

}  // namespace

std::vector<ControlStatement> control_statements(std::string_view source) {
  return StatementReader(source).run();
}

}  // namespace warplab::source
