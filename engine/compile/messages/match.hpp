#pragma once
// A message of the compiler's at its place in the source, while somebody looks what it means.
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "compile/compile.hpp"
#include "compile/header_set.hpp"
#include "source/scopes.hpp"

namespace warplab::compile {

// What was compiled when the messages came.
struct Compilation {
  const Source& source;
  const std::string& ptx;  // as far as it was made; may be empty
  const HeaderSet& headers;
};

// What stands in place of {name} in a pattern or a sentence.
using Words = std::map<std::string_view, std::string, std::less<>>;

// Whether the whole of `text` is `pattern`, in which {name} and {} stand for any text, as short as
// it can be; fills in `words`.
bool matches(std::string_view pattern, std::string_view text, Words* words = nullptr);

// The sentence with its words; {name} stays where there is none for it.
std::string filled_in(std::string_view sentence, const Words& words);

struct Match {
  static constexpr size_t kNone = source::Scopes::kNone;

  Match(const Compilation& what, const source::Scopes& of_source, Diagnostic& message);

  const Compilation& of;
  const source::Scopes& scopes;
  const source::Tokens& tokens;
  Diagnostic& diagnostic;  // in the source; a condition may find a better place for it
  size_t offset = kNone;   // of its place in the source
  size_t token = kNone;    // that an error is about
  Words words;

  std::string& operator[](std::string_view word) { return words[word]; }
  bool is_error() const { return diagnostic.severity == Diagnostic::Severity::error; }

  // The token `by` behind that of the message: its number, that of all tokens where there is none,
  // and whether it is this.
  size_t near(std::ptrdiff_t by) const;
  bool is(std::ptrdiff_t by, std::string_view text) const;
  bool is_word(std::ptrdiff_t by) const;
  std::string text(std::ptrdiff_t by) const;
  // The bracket around the token; kNone where it stands in none.
  size_t bracket() const { return token == kNone ? kNone : scopes.bracket_around(token); }

  // The source from the place on, and the line of the message without the blanks before it.
  std::string_view here() const { return source_from(offset); }
  std::string_view line() const;
  std::string_view source_from(size_t begin) const;

  void move_to(size_t begin);
  // "12"
  std::string line_of(size_t begin) const { return std::to_string(scopes.line_of(begin)); }
};

}  // namespace warplab::compile
