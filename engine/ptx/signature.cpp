#include "ptx/signature.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "ptx/constant_expression.hpp"
#include "ptx/variable_declaration.hpp"

namespace warplab::ptx {
namespace {

// Performance-tuning and other directives of a function, with the most numbers each takes.
struct DirectiveRow {
  std::string_view name;
  int numbers;
  bool bounds_threads;  // the product of the numbers is the most threads of a block
};
constexpr std::array kDirectives = {
    DirectiveRow{"maxntid", 3, true},
    DirectiveRow{"reqntid", 3, true},
    DirectiveRow{"minnctapersm", 1, false},
    DirectiveRow{"maxnctapersm", 1, false},
    DirectiveRow{"maxnreg", 1, false},
    DirectiveRow{"noreturn", 0, false},
    DirectiveRow{"reqnctapercluster", 3, false},
    DirectiveRow{"maxclusterrank", 1, false},
    DirectiveRow{"explicitcluster", 0, false},
    DirectiveRow{"blocksareclusters", 0, false},
    DirectiveRow{"abi_preserve", 1, false},
    DirectiveRow{"abi_preserve_control", 1, false},
};

bool parse_directive(TokenCursor& cursor, Function& function) {
  if (cursor.accept_dotted("pragma")) {
    std::string_view text;
    return cursor.expect(Token::Kind::string, "a string after \".pragma\"", text) &&
           cursor.expect(';', "after the pragma");
  }
  const auto row = std::find_if(kDirectives.begin(), kDirectives.end(), [&](const DirectiveRow& r) {
    return r.name == cursor.peek().text;
  });
  if (row == kDirectives.end())
    return cursor.fail_expecting("\"{\", \";\" or a directive such as \".maxntid\"");
  cursor.take();
  uint64_t product = 1;
  std::array<uint32_t, 3> numbers = {1, 1, 1};
  for (int i = 0; i < row->numbers; ++i) {
    if (i > 0 && !cursor.accept(',')) break;
    const int line = cursor.line();
    int64_t value = 0;
    if (!parse_integer(cursor, fmt::format("a number after \".{}\"", row->name), value))
      return false;
    if (value < 0 || value > std::numeric_limits<int>::max())
      return cursor.fail(line, fmt::format("{} is out of range for \".{}\"", value, row->name));
    numbers[static_cast<size_t>(i)] = static_cast<uint32_t>(value);
    product = std::min<uint64_t>(product * static_cast<uint64_t>(value),
                                 std::numeric_limits<uint32_t>::max());
  }
  if (row->bounds_threads) function.max_threads = static_cast<uint32_t>(product);
  const Dim3 extents{numbers[0], numbers[1], numbers[2]};
  if (row->name == "reqntid") function.required_block = extents;
  if (row->name == "reqnctapercluster") function.cluster = extents;
  return true;
}

}  // namespace

bool parse_signature(TokenCursor& cursor, Limits& limits, Function& function) {
  function.ptx_line = cursor.line();
  if (cursor.at('(') && !parse_parameters(cursor, limits, function.returns)) return false;
  std::string_view name;
  if (!cursor.expect(Token::Kind::word, "the name of the function", name)) return false;
  function.name = name;
  if (cursor.at('(') && !parse_parameters(cursor, limits, function.parameters)) return false;
  while (cursor.at(Token::Kind::dotted))
    if (!parse_directive(cursor, function)) return false;
  return true;
}

bool parse_call_prototype(TokenCursor& cursor, Limits& limits) {
  Function ignored;
  return parse_signature(cursor, limits, ignored) && cursor.expect(';', "after the prototype");
}

}  // namespace warplab::ptx
