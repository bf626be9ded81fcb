// Signs and words that are missing, too much, or in the wrong place.
#include <algorithm>
#include <array>

#include "base/words.hpp"
#include "compile/messages/table.hpp"

namespace warplab::compile {
namespace {

// The compiler names the word after the gap; the semicolon belongs behind the word before it.
bool ends_line_before(Match& m) {
  const size_t k = m.offset == Match::kNone ? 0 : m.scopes.token_at(m.offset);
  if (k == 0) return false;
  const size_t last = m.tokens[k - 1].offset + m.tokens[k - 1].text.size() - 1;
  if (m.scopes.line_of(last) >= m.diagnostic.line) return false;
  m.move_to(last);
  ++m.diagnostic.column;
  return true;
}

// extern "C" behind a class, say, without its semicolon.
bool is_behind_open_line(Match& m) {
  return m.bracket() == Match::kNone && !m.is(-1, ">") && ends_line_before(m);
}

// `float sum += x;` where that variable exists already.
bool declares_variable_again(Match& m) {
  m["sign"] = m.text(0), m["name"] = m.text(-1), m["type"] = m.text(-2);
  return m["sign"].size() == 1 &&
         std::string_view("+-*/%&|^").find(m["sign"]) != std::string::npos && m.is(1, "=") &&
         touches_previous(m.tokens, m.near(1)) && m.is_word(-1) &&
         source::is_a(m["type"], source::kBuiltIn);
}

bool is_after_head(Match& m) { return m.is(0, "{") && m.is(-1, ";") && m.is(-2, ")"); }
bool is_closing_brace(Match& m) { return m.is(0, "}"); }

// =< and =>
bool is_turned_comparison(Match& m) {
  m["sign"] = m.text(0);
  return (m.is(0, "<") || m.is(0, ">")) && m.is(-1, "=") && touches_previous(m.tokens, m.token);
}
bool closes_nothing(Match& m) { return m.is(0, ")") && m.scopes.is_stray(m.token); }

// The bracket that is closed by the ) before the token; kNone where there is none.
size_t opened_before(const Match& m) {
  for (size_t open = m.is(-1, ")") ? m.token - 1 : 0; open-- > 1;)
    if (m.scopes.close_of(open) == m.token - 1) return open;
  return Match::kNone;
}
bool is_behind_control_word(const Match& m) {
  const size_t open = opened_before(m);
  return open != Match::kNone && source::is_a(m.tokens[open - 1].text, source::kControl);
}

// `if (i < n):` and `else:`
bool is_colon_of_python(Match& m) {
  return m.is(0, ":") && (m.is(-1, "else") || is_behind_control_word(m));
}

// `int f(int n) {`
bool begins_inner_function(Match& m) {
  const size_t open = opened_before(m);
  return m.is(0, "{") && open != Match::kNone && open > 1 && is_word(m.tokens, open - 1) &&
         is_word(m.tokens, open - 2) && !is_behind_control_word(m) &&
         m.scopes.function_at(m.offset) != Match::kNone;
}

// A word directly behind a value, in the ( ) of a call or of a function.
bool lacks_sign(Match& m) {
  const source::Tokens& t = m.tokens;
  const size_t open = m.bracket();
  if (!m.is_word(0) || open == Match::kNone || open == 0 || open + 1 == m.token ||
      !is(t, open, "(") || !is_word(t, open - 1) ||
      source::is_a(t[open - 1].text, source::kControl))
    return false;
  using Kind = source::Token::Kind;
  const Kind kind = t[m.token - 1].kind;
  m["word"] = m.text(0);
  return kind != Kind::sign || m.is(-1, "]") || m.is(-1, ")");
}
bool lacks_comma(Match& m) {
  return lacks_sign(m) && m.scopes.bracket_around(m.bracket()) == Match::kNone;
}

bool is_c_in_single_quotes(Match& m) { return m.is(-1, "extern") && m.text(0).starts_with('\''); }
bool is_c_without_quotes(Match& m) { return m.is(-1, "extern") && m.is(0, "C"); }
bool is_else(Match& m) { return m.here().starts_with("else"); }
bool is_single_quote(Match& m) { return m.here().starts_with('\''); }
bool is_beyond_ascii(Match& m) {
  return !m.here().empty() && static_cast<unsigned char>(m.here()[0]) >= 0x80;
}
bool is_character(Match& m) {
  m["character"] = m.here().substr(0, 1);
  return !m.here().empty();
}
bool begins_statement(Match& m) {
  constexpr auto kBegin = std::to_array<std::string_view>({"if ", "for ", "while ", "switch "});
  return begins_with_one_of(m.line(), kBegin);
}

bool is_in_head_of_for(Match& m) {
  return m.is(-1, ",") && m.bracket() != Match::kNone && m.bracket() > 0 &&
         is(m.tokens, m.bracket() - 1, "for");
}
// A lambda has no name.
bool is_inside_function(Match& m) {
  return m.bracket() != Match::kNone && m.scopes.function_at(m.offset) != Match::kNone &&
         is(m.tokens, m.bracket(), "{") && m.scopes.block_at(m.bracket()).in_code && m.is_word(0) &&
         m.is(1, "(") && is(m.tokens, m.scopes.close_of(m.token + 1) + 1, "{");
}

constexpr std::string_view kInnerFunction =
    "a function cannot be written inside another one: write it before that one, or close that one "
    "with a \"}\" before this place";

constexpr auto kSignRows = std::to_array<Explanation>({
    {R"(expected a ";")", ends_line_before, R"(expected a ";" at the end of this line)"},
    {R"(expected a ";")", begins_inner_function, kInnerFunction, Others::once},
    {R"(expected a ";")", declares_variable_again,
     "{type} {name} makes a new variable, which has no value yet that {sign}= could change: leave "
     "{type} out to change the {name} that is there",
     Others::left_out},
    {"expected a declaration", is_after_head,
     R"(the ";" before this "{" ends the function before it has begun: take it out)",
     Others::left_out},
    {"expected a declaration", is_closing_brace,
     R"(this "}" closes nothing: it is one too many, or a "{" is missing further up)"},
    {"expected a declaration", kAlways,
     "{message}: outside of functions there can only be functions, variables and types. A \"}\" "
     "further up closes too early, or this is not C++"},
    {"expected an expression", is_turned_comparison,
     R"("={sign}" is not an operator: write {sign}=)", Others::left_out},
    {"expected an expression", closes_nothing, "this \")\" closes nothing: it is one too many",
     Others::left_out},
    {"expected an expression", is_colon_of_python,
     R"(C++ has no ":" here: put what belongs to an if, an else or a loop into { })",
     Others::left_out},
    {"expected an expression", kAlways,
     "{message}: a value is missing before this place, or there is one sign too many"},
    {"expected a \")\"", lacks_comma, R"(a "," is missing before "{word}")", Others::left_out},
    {"expected a \")\"", lacks_sign,
     "a \",\", a \")\" or a sign such as + is missing before \"{word}\"", Others::left_out},
    {R"(expected a "{")", kAlways, "{message} before this"},
    {R"(expected a "(")", begins_statement,
     "{message}: the condition of an if, for, while or switch is written in ( )"},
    {"expected an identifier", is_c_in_single_quotes, R"(write extern "C", with " on both sides)",
     Others::left_out},
    {kNoType, is_c_without_quotes, R"(the C stands in quotes: write extern "C")", Others::left_out},
    {kNoType, kAlways,
     "{message}: write the type before the name; a function that returns nothing is void"},
    {"this declaration has no storage class or type specifier", kAlways,
     "{message}. Outside of functions each declaration begins with a type, or with __global__, "
     "__device__ or __constant__ before it"},
    {"expected a file name", kAlways, R"({message}: write #include <name> or #include "name")"},
    {"expected a statement", is_else,
     "this else belongs to no if: what comes before it is not the end of an if"},
    {"missing closing quote", is_single_quote, "{message}: a ' is missing on this line"},
    {"missing closing quote", kAlways, "{message}: a \" is missing on this line"},
    {"comment unclosed at end of file", kAlways,
     "the comment that begins on this line with /* is never closed: write */ where it ends"},
    {"unrecognized token", is_beyond_ascii,
     "this is not a character that C++ uses. Quotes, minus signs and spaces that a word processor "
     "or a web page has changed must be typed again; a name has the letters a to z and A to Z, "
     "digits and _ (no accents)"},
    {"unrecognized token", is_character, "{character} is not a character that C++ uses"},
    {"unrecognized preprocessing directive", kAlways,
     "{message}: a line that begins with # is for #include, #define and the like. A comment begins "
     "with //",
     Others::whole},
    {"linkage specification is not allowed", is_behind_open_line,
     R"(expected a ";" at the end of this line)"},
    {"linkage specification is not allowed", kAlways,
     "{message}: extern \"C\" cannot stand inside a function or after template <...>; or a \";\" "
     "or \"}\" is missing before it"},
    {"unknown external linkage specification", kAlways,
     R"({message}: write extern "C", with a capital C)"},
    {"attributes are not allowed here", kAlways,
     "{message}: what begins with __ comes after extern \"C\" and before the type, as in extern "
     "\"C\" __global__ void"},
    {"too many characters in character constant", kAlways,
     "{message}: text is written between \" and \", and one character between ' and '"},
    {"user-defined literal operator not found", kAlways,
     "{message}: after a number only f (as in 2.0f), u, l or ll can follow. An f needs a number "
     "with a decimal point, which is not a comma"},
    {"a {} statement may only be used{}", kAlways,
     "{message}: to end a function early, write return"},

    {kHostFunction, is_inside_function, kInnerFunction, Others::left_out},
    {kHostFunction, kAlways,
     "this function has neither __device__ nor __global__ in front of it: that makes it host code, "
     "which kernels cannot call. Write __global__ before a kernel and __device__ before what "
     "kernels call.",
     Others::whole},
    {"{}explicitly marked as a __host__ function{}", kAlways,
     "__host__ makes a function host code, which kernels cannot call: write __device__ before what "
     "they call"},
    {"{}variable without memory space annotations{}", kAlways,
     "this variable has neither __device__ nor __constant__ in front of it: that makes it a host "
     "variable, which kernels cannot see. A number that never changes can be constexpr.",
     Others::whole},
    {"{}variable declaration is not allowed inside a device function body", kAlways,
     "{message}: write it above the function, outside of all of them"},
    {R"({}attribute "__shared__" does not apply here)", kAlways,
     "{message}: shared memory is declared inside of the kernel, as in __shared__ float tile[32]"},
    {"{}initializer not allowed for __shared__ variable{}", kAlways,
     "{message}: a block has one such variable and many threads. Let threads store its value, and "
     "let all of them wait at __syncthreads() before any of them reads it"},
    {"{}cannot be a member function", kAlways,
     "{message}: write it outside of every class and struct. What is called from it can be a "
     "member, with __device__ before it"},
    {R"(this declaration may not have extern "C" linkage)", kAlways,
     "{message}: the exercise launches its kernel by name, and a template has none. Write the "
     "kernel with its types"},
    {R"({}has "C" linkage{})", kAlways,
     "{message}. With extern \"C\" a name belongs to one function: take one of them out, or give "
     "it another name"},
    {"{}has already been declared in the current scope", is_in_head_of_for,
     R"({message}: the three parts of a for are separated by ";", and here is a ",")",
     Others::left_out},
    {"{}has already been declared in the current scope", kAlways,
     "{message}: give it another name, or leave the type out to change the one that is there"},
    {"{}has already been defined{}", kAlways,
     "{message}: take one of them out, or give it another name"},
    {"device-side kernel launch could not be processed{}", kAlways,
     "{message}: a kernel cannot start another one with <<< >>> here. Warp Lab launches the "
     "kernels; code that they share goes into a __device__ function, which is called like any "
     "other"},
});

}  // namespace

std::span<const Explanation> rows_of_signs() { return kSignRows; }

}  // namespace warplab::compile
