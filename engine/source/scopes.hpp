#pragma once
// Which names a source declares, and from where to where each is known. Read from the words and
// signs alone: macros are not expanded, headers are not read, and what is not recognised as a
// declaration is none. Good enough for hints, also in a source that does not compile.
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "source/declarations.hpp"

namespace warplab::source {

// Is token `k` a word, and none of the language's or CUDA's that stand in declarations?
bool may_be_name(const Tokens& tokens, size_t k);

struct DeclaredName {
  enum class Where : uint8_t {
    file,
    block,      // inside { }
    parameter,  // of a function
    head,       // of a for, an if or a while: `for (int i = 0; ...)`
    statement,  // the one that belongs to an if or a loop without { }
  };
  Where where = Where::file;
  size_t token = 0;   // the name itself
  size_t offset = 0;  // of the name in the source
  // What can see it lies between these, of them only what stands behind the name.
  size_t scope_begin = 0, scope_end = 0;
  size_t owner = 0;  // token: of a head or a statement, the word if, else, for or while
  bool is_function = false;
};

class Scopes {
 public:
  static constexpr size_t kNone = static_cast<size_t>(-1);

  explicit Scopes(std::string_view source);

  std::string_view source() const { return source_; }
  const Tokens& tokens() const { return tokens_; }
  int line_of(size_t offset) const;
  // Of a place in the source, both from 1; kNone where there is no such place.
  size_t offset_of(int line, int column) const;
  // The token that begins at `offset`, or the first one behind it; their number where none does.
  size_t token_at(size_t offset) const;
  // The bracket that closes the one at token `open`; the number of tokens where none does.
  size_t close_of(size_t open) const { return close_[open]; }
  // The bracket around a token; kNone where it stands in none.
  size_t bracket_around(size_t token) const { return around_[token]; }
  // A bracket that closes nothing.
  bool is_stray(size_t token) const { return stray_[token]; }

  // In the order of the source; none where nothing declares the name.
  const std::vector<DeclaredName>& declarations_of(std::string_view name) const;
  bool is_known_at(std::string_view name, size_t offset) const;
  std::vector<std::string_view> names_known_at(size_t offset) const;
  // The function around `offset`, its parameters included, as a number of its own; kNone outside.
  size_t function_at(size_t offset) const;
  // Does the statement that a head controls (`for (...) HERE`) begin with this token?
  bool head_is_before(const DeclaredName& in_head, std::string_view text) const;

 private:
  void match_brackets();
  void find_ends();
  void read();
  void read_statement(size_t begin, DeclaredName::Where where, size_t owner, size_t end);
  void read_parameters(size_t open, size_t scope_end);
  void read_enumerators(size_t open);
  void add(size_t token, DeclaredName::Where where, size_t scope_begin, size_t scope_end,
           size_t owner, bool is_function = false);
  bool holds_declarations(size_t brace) const;
  bool is_outside_of_functions(size_t token) const;
  size_t offset_at(size_t token) const;

  std::string_view source_;
  Tokens tokens_;
  std::vector<size_t> line_begins_;
  std::vector<size_t> close_, around_;
  std::vector<bool> stray_;
  std::vector<size_t> rest_end_, statement_end_;  // tokens behind the statement
  std::map<std::string_view, std::vector<DeclaredName>, std::less<>> names_;
  struct Range {
    size_t begin, end;  // offsets
  };
  std::vector<Range> functions_;
};

}  // namespace warplab::source
