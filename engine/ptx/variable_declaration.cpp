#include "ptx/variable_declaration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "ptx/constant_expression.hpp"
#include "ptx/initializer.hpp"

namespace warplab::ptx {
namespace {

// Larger than any GPU's memory; keeps products of array lengths far from overflow.
constexpr uint64_t kLargestVariable = uint64_t{1} << 40;
constexpr int64_t kLargestAlignment = 1 << 20;

struct SpaceRow {
  std::string_view name;
  Space space;
};
constexpr std::array kStateSpaces = {
    SpaceRow{"global", Space::global}, SpaceRow{"shared", Space::shared},
    SpaceRow{"local", Space::local},   SpaceRow{"const", Space::constant},
    SpaceRow{"param", Space::param},
};

const SpaceRow* space_at(const TokenCursor& cursor) {
  for (const SpaceRow& row : kStateSpaces)
    if (cursor.at_dotted(row.name)) return &row;
  return nullptr;
}

// ".shared .align 4 .b8": what all names of one declaration have in common.
struct Head {
  Space space = Space::global;
  Type element = Type::none;
  unsigned vector = 1;
  uint32_t alignment = 0;
  bool is_extern = false;
};

bool skip_parentheses(TokenCursor& cursor) {
  if (!cursor.expect('(', "after \".attribute\"")) return false;
  for (int open = 1; open > 0; cursor.take()) {
    if (cursor.at_end()) return cursor.fail_expecting("\")\" to close \".attribute(\"");
    open += cursor.at('(') - cursor.at(')');
  }
  return true;
}

bool parse_alignment(TokenCursor& cursor, uint32_t& alignment) {
  const int line = cursor.line();
  int64_t value = 0;
  if (!parse_integer(cursor, "a number after \".align\"", value)) return false;
  if (value < 1 || value > kLargestAlignment || !std::has_single_bit(static_cast<uint64_t>(value)))
    return cursor.fail(line, fmt::format("the alignment {} is not a power of two up to {}", value,
                                         kLargestAlignment));
  alignment = static_cast<uint32_t>(value);
  return true;
}

bool parse_head(TokenCursor& cursor, Head& head) {
  const SpaceRow* const space = space_at(cursor);
  if (!space) return cursor.fail_expecting("a state space such as \".param\" or \".shared\"");
  cursor.take();
  head.space = space->space;
  // .ptr and what follows describe where a pointer parameter points: a hint that we do not need,
  // and its alignment is not that of the parameter.
  bool pointee = false;
  while (cursor.at(Token::Kind::dotted)) {
    if (cursor.accept_dotted("align")) {
      uint32_t alignment = 0;
      if (!parse_alignment(cursor, alignment)) return false;
      if (!pointee) head.alignment = alignment;
    } else if (cursor.accept_dotted("ptr")) {
      pointee = true;
    } else if (pointee && space_at(cursor)) {
      cursor.take();
    } else if (cursor.accept_dotted("attribute")) {
      if (!skip_parentheses(cursor)) return false;
    } else if (head.element == Type::none) {
      if (!parse_type(cursor, head.element, head.vector)) return false;
    } else {
      return cursor.fail_expecting("a name after the type of the variable");
    }
  }
  if (head.element == Type::none) return cursor.fail_expecting("the type of the variable");
  if (head.element == Type::pred)
    return cursor.fail(cursor.line(), "a variable in memory cannot have the type .pred");
  if (head.alignment == 0) head.alignment = bytes_of(head.element) * head.vector;
  return true;
}

// "name[4][8] = {...}"
bool parse_declarator(TokenCursor& cursor, Limits& limits, const Head& head, Variable& variable) {
  variable.space = head.space;
  variable.element = head.element;
  variable.alignment = head.alignment;
  variable.is_extern = head.is_extern;
  variable.line = cursor.line();
  std::string_view name;
  if (!cursor.expect(Token::Kind::word, "the name of the variable", name)) return false;
  variable.name = name;

  Shape shape;
  shape.element_bytes = bytes_of(head.element);
  uint64_t bytes = shape.element_bytes;
  while (cursor.accept('[')) {
    if (shape.lengths.empty() && cursor.accept(']')) {
      shape.lengths.push_back(0);
      shape.open_ended = true;
      continue;
    }
    const int line = cursor.line();
    int64_t length = 0;
    if (!parse_integer(cursor, "an array length", length)) return false;
    if (!cursor.expect(']', "after the array length")) return false;
    if (length < 0 || static_cast<uint64_t>(length) > kLargestVariable)
      return cursor.fail(line,
                         fmt::format("{} is no length for the array {}", length, in_quotes(name)));
    shape.lengths.push_back(static_cast<uint64_t>(length));
  }
  if (head.vector > 1) shape.lengths.push_back(head.vector);
  // A length of 0 does not excuse the others: their product is a stride of the initial values.
  bool is_empty = false;
  for (const uint64_t length : shape.lengths) {
    is_empty |= length == 0;
    if (length > kLargestVariable / bytes)
      return cursor.fail(variable.line,
                         fmt::format("the variable {} is too large", in_quotes(name)));
    bytes *= std::max<uint64_t>(length, 1);
  }
  variable.bytes = is_empty ? 0 : bytes;
  if (cursor.accept('=')) return parse_initializer(cursor, limits, shape, variable);
  return true;
}

}  // namespace

bool at_state_space(const TokenCursor& cursor) { return space_at(cursor) != nullptr; }

bool parse_type(TokenCursor& cursor, Type& type, unsigned& vector) {
  vector = cursor.accept_dotted("v2") ? 2 : cursor.accept_dotted("v4") ? 4 : 1;
  const std::optional<Type> named =
      cursor.at(Token::Kind::dotted) ? type_named(cursor.peek().text) : std::nullopt;
  if (!named) return cursor.fail_expecting("a type such as \".b32\"");
  cursor.take();
  type = *named;
  return true;
}

bool parse_variables(TokenCursor& cursor, Limits& limits, bool is_extern,
                     std::vector<Variable>& variables) {
  Head head;
  head.is_extern = is_extern;
  if (!parse_head(cursor, head)) return false;
  do {
    if (!parse_declarator(cursor, limits, head, variables.emplace_back())) return false;
  } while (cursor.accept(','));
  return cursor.expect(';', "after the declaration");
}

bool parse_parameters(TokenCursor& cursor, Limits& limits, std::vector<Variable>& parameters) {
  if (!cursor.expect('(', "to begin the parameters")) return false;
  if (cursor.accept(')')) return true;
  do {
    if (!cursor.at_dotted("param"))
      return cursor.fail_expecting("a parameter, that is, \".param\"");
    Head head;
    if (!parse_head(cursor, head)) return false;
    if (!parse_declarator(cursor, limits, head, parameters.emplace_back())) return false;
  } while (cursor.accept(','));
  return cursor.expect(')', "to close the parameters");
}

}  // namespace warplab::ptx
