#pragma once
// Whole-number expressions in exercise files: "(cols + 31) / 32", "ceil_div(n, 4 * block_x)".
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace warplab::exercise {

struct Syntax;

// + - * / % with C's precedence, comparison, && || ! and ?: , parentheses, min, max, ceil_div,
// log2 (rounded down), pow2, names. 64-bit; overflow and division by zero are errors that name the
// expression.
class Expression {
 public:
  Expression() = default;  // the constant 0
  explicit Expression(int64_t constant);
  static Result<Expression> parse(std::string_view text);
  Result<int64_t> evaluate(const std::map<std::string, int64_t>& values) const;
  const std::string& text() const { return text_; }
  std::vector<std::string> names() const;  // the names it uses, for checks at load time

 private:
  std::shared_ptr<const Syntax> syntax_;  // null: the constant 0
  std::string text_ = "0";
};

}  // namespace warplab::exercise
