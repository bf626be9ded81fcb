#pragma once
// Where the brackets, blocks and statements of a source begin and end. They are found by their
// form, in the tokens: macros are not expanded, headers are not read, and nothing needs to be
// complete. Takes linear time. Source: C++20 standard, [stmt.stmt] and [dcl.fct.def].
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "source/declarations.hpp"

namespace warplab::source {

// From { to }.
struct Block {
  enum class Kind : uint8_t {
    space,     // of a namespace, or of extern "C"
    type,      // struct S { }
    function,  // its body
    lambda,
    statements,  // that belong together in code
    value,
  };
  Kind kind = Kind::value;
  size_t head = 0;             // the first token of the statement that it stands in
  size_t open = 0, close = 0;  // its braces; the number of tokens where none closes it
  bool in_code = false;        // what stands in it are statements
  bool is_outside = false;     // what stands in it is outside of functions
  bool is_body() const { return kind == Kind::function || kind == Kind::lambda; }
  // What stands in there is declared as it is at the file's level.
  bool holds_declarations() const { return kind == Kind::space || kind == Kind::type; }
};

class Outline {
 public:
  static constexpr size_t kNone = static_cast<size_t>(-1);

  explicit Outline(std::string_view source);

  std::string_view source() const { return source_; }
  const Tokens& tokens() const { return tokens_; }
  int line_of(size_t offset) const;
  // Of a place in the source, both from 1; kNone where there is no such place.
  size_t offset_of(int line, int column) const;
  // The token that begins at `offset`, or the first one behind it; their number where none does.
  size_t token_at(size_t offset) const;
  // Where a token begins; the end of the source for their number.
  size_t offset_at(size_t token) const;

  // The bracket that closes the one at token `open`; the number of tokens where none does.
  size_t close_of(size_t open) const { return close_[open]; }
  // The bracket around a token; kNone where it stands in none.
  size_t bracket_around(size_t token) const { return around_[token]; }
  // What stands between the commas in the brackets that open at token `open`, each [begin, end) in
  // tokens: parameters, arguments. A comma between < and > separates none of them.
  struct Part {
    size_t begin, end;
  };
  std::vector<Part> parts_of(size_t open) const;
  // A bracket that closes nothing.
  bool is_stray(size_t token) const { return stray_[token]; }

  // Behind the statement that begins at a token, of an `if` with all of its `else`.
  size_t statement_end(size_t token) const { return statement_end_[token]; }
  // The same of what is no statement by itself: up to a semicolon or a closing bracket.
  size_t rest_end(size_t token) const { return rest_end_[token]; }
  // Outer ones first.
  const std::vector<Block>& blocks() const { return blocks_; }
  // The one whose brace a token is.
  const Block& block_at(size_t open) const;

 private:
  void match_brackets();
  void find_ends();
  void find_blocks();

  std::string_view source_;
  Tokens tokens_;
  std::vector<size_t> line_begins_;
  std::vector<size_t> close_, around_;
  std::vector<bool> stray_;
  std::vector<size_t> rest_end_, statement_end_;
  std::vector<Block> blocks_;
};

// Whether an `if`, a loop or a switch with its head in ( ) begins at token `k`, also one whose
// keyword is misspelt: `fro (int i = 0; ...)`.
bool begins_head(const Tokens& tokens, size_t k);
// Where the ( of such a head stands, if there is one.
inline size_t open_of_head(const Tokens& tokens, size_t k) {
  return is(tokens, k + 1, "constexpr") ? k + 2 : k + 1;
}

}  // namespace warplab::source
