#pragma once
// Which names a source declares, and from where to where each is known. Macros are not expanded,
// headers are not read, and what is not recognised as a declaration is none. Good enough for hints
// and while somebody writes, also in a source that does not compile.
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "source/outline.hpp"

namespace warplab::source {

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
  // Token: of a head or a statement, the word if, else, for or while; of a parameter, the
  // function's name, or 0.
  size_t owner = 0;
  bool is_function = false, is_type = false, is_macro = false;
  // How it is declared, in tokens: the type that it has in common with others of the declaration,
  // and behind it what is its own, `*b[2]`.
  size_t type_begin = 0, type_end = 0, own_begin = 0, own_end = 0;
};

class Scopes : public Outline {
 public:
  explicit Scopes(std::string_view source);

  // In the order of the source; none where nothing declares the name.
  const std::vector<DeclaredName>& declarations_of(std::string_view name) const;
  const std::map<std::string_view, std::vector<DeclaredName>, std::less<>>& names() const {
    return names_;
  }
  bool is_known_at(std::string_view name, size_t offset) const;
  // The declaration that a name goes by at `offset`: the last one before it whose scope has not
  // ended. Null where the source has none.
  const DeclaredName* meant_at(std::string_view name, size_t offset) const;
  std::vector<std::string_view> names_known_at(size_t offset) const;
  // The function around `offset`, its parameters included, as a number of its own; kNone outside.
  size_t function_at(size_t offset) const;
  // Does the statement that a head controls (`for (...) HERE`) begin with this token?
  bool head_is_before(const DeclaredName& in_head, std::string_view text) const;

 private:
  void read();
  void read_macros();
  void read_statement(size_t begin, DeclaredName::Where where, size_t owner, size_t end);
  size_t read_specifiers(DeclaredName& like, std::vector<size_t>& of_template);
  void read_function(size_t begin, const DeclaredName& function,
                     const std::vector<size_t>& of_template);
  void read_parameters(size_t open, size_t owner, size_t scope_end);
  void read_enumerators(size_t open);
  void add(const DeclaredName& like, size_t token);
  size_t end_of_scope(size_t bracket) const;

  std::map<std::string_view, std::vector<DeclaredName>, std::less<>> names_;
  struct Range {
    size_t begin, end;  // offsets
  };
  std::vector<Range> functions_;
};

}  // namespace warplab::source
