#pragma once
// The one grammar behind Expression, Formula and MetricExpression: a text becomes a tree, and each
// of the three evaluates the tree in its own arithmetic. Only this room includes this header.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace warplab::exercise {

enum class Operation : uint8_t {
  number,
  name,
  negate,
  logical_not,
  multiply,
  divide,
  remainder,
  add,
  subtract,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  conditional,  // children: condition, then, else
  minimum,
  maximum,
  ceil_div,
  absolute,
  floor,
  ceiling,
  square_root,
  exponential,
  logarithm,
  power,
};

struct SyntaxNode {
  Operation operation = Operation::number;
  int64_t integer = 0;  // of a number without a point or exponent
  double real = 0;      // of every number
  size_t slot = 0;      // of a name: index into Syntax::names
  std::vector<SyntaxNode> children;
};

struct Syntax {
  SyntaxNode root;
  std::vector<std::string> names;  // each once, in order of use
};

struct SyntaxFunction {
  std::string_view name;
  Operation operation;
  size_t arguments;  // how many; kTwoOrMore for min and max
};
inline constexpr size_t kTwoOrMore = SIZE_MAX;

// Which parts of the grammar a text may use.
struct SyntaxRules {
  bool decimals = false;      // 0.5 and 1e-3 beside 1
  bool dotted_names = false;  // global.load.sectors
  bool logic = true;          // % < <= > >= == != && || ! ?:
  std::span<const SyntaxFunction> functions;
};

// A text longer than this is refused, which also bounds the depth of the tree.
inline constexpr size_t kLongestExpression = 1000;

// The error quotes the text, and says at which column what was expected.
Result<Syntax> parse_syntax(std::string_view text, const SyntaxRules& rules);

}  // namespace warplab::exercise
