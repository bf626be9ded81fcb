#pragma once
// The forms of declarations, read from the tokens of a kernel file: which variables a statement
// declares without a value, which words are variables, whether a function gives a value back.
// Source: C++20 standard, [dcl.dcl] and [dcl.decl], as far as kernels use them. Macros are not
// expanded, and what is not recognised is no declaration.
#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string_view>
#include <vector>

#include "source/tokens.hpp"
#include "source/words.hpp"

namespace warplab::source {

template <size_t n>
bool one_of(std::string_view text, const std::array<std::string_view, n>& words) {
  return std::ranges::find(words, text) != words.end();
}

// Token `k`, if there is one: is it this text, a word, the key of a type (struct, class, union,
// enum)?
bool is(const Tokens& tokens, size_t k, std::string_view text);
bool is_word(const Tokens& tokens, size_t k);
bool is_type_key(const Tokens& tokens, size_t k);
// Where the statement begins that token `k` is in: behind the last ; { or } in front of it.
size_t statement_begin(const Tokens& tokens, size_t k);
// Whether one of the tokens from `begin` to the one before `end` is this text.
bool has(const Tokens& tokens, size_t begin, size_t end, std::string_view text);
// Whether nothing stands between token `k` and the one before it.
bool touches_previous(const Tokens& tokens, size_t k);
// What stands in the source from token `begin` to the one before `end`.
std::string_view text_of(const Tokens& tokens, size_t begin, size_t end, std::string_view source);
// Of a name that a register of PTX can have: no letters beyond ASCII.
bool is_plain(std::string_view name);

// Of a type: auto, int.
bool is_type_word(std::string_view word);
// Is token `k` a word, and none of the language's or CUDA's that stand in declarations?
bool may_be_name(const Tokens& tokens, size_t k);

// Behind the bracket that closes the one at `k`; the end where none does.
size_t behind_brackets(const Tokens& tokens, size_t k);
// Behind the template arguments (or parameters, which may have a default) that begin at `k`, or `k`
// where they are none.
size_t behind_template_arguments(const Tokens& tokens, size_t k, bool are_parameters = false);
// Behind attributes: [[...]], alignas(...) and the like.
size_t behind_attributes(const Tokens& tokens, size_t k);

// Whether the statement is a label that ends with its last token: `case 1:`, `default:`, `public:`,
// and in code any name. Offsets of tokens are those in `source`. "a::b" is no label, and "case
// a::b" not at an end.
bool ends_label(const Tokens& statement, std::string_view source, bool in_code);

// x * y, which is a product or declares y.
bool may_be_product(const Tokens& tokens);
// The names of the variables that the declaration `t` (without its semicolon) leaves without a
// value. It begins at `begin`.
std::vector<const Token*> without_value(const Tokens& tokens, size_t begin);
// Whether it declares a variable whose initial value names it: `float sum = sum + 1`.
bool names_itself(const Tokens& tokens);
// Whether what stands in front of the body of a member function is that of a constructor: it has
// no type.
bool is_constructor(const Tokens& head);
// Words that stand where only a variable can: `a * b;` with one of them for `a` is a product.
std::set<std::string_view> certain_variables(const Tokens& tokens);

// Whether a function gives a value back, by its `head`, the tokens in front of its body: its type
// is spelled out (not `auto`), is not void and no reference. `main` is left out, as it may end
// without.
bool gives_value(const Tokens& head);
// The same of a lambda, whose type stands behind `->` at the end of `head`.
bool lambda_gives_value(const Tokens& head);
// Whether `head` ends as a lambda does in front of its body.
bool is_lambda(const Tokens& head);
// Whether a type stands behind `->` in it.
bool has_trailing_type(const Tokens& head);
// Whether it says that the function's type is that of what it returns.
bool has_deduced_type(const Tokens& head);

}  // namespace warplab::source
