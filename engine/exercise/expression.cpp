#include "exercise/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <optional>

#include "exercise/spelling.hpp"
#include "exercise/syntax.hpp"

namespace warplab::exercise {
namespace {

constexpr SyntaxFunction kSizeFunctions[] = {
    {"min", Operation::minimum, kTwoOrMore}, {"max", Operation::maximum, kTwoOrMore},
    {"ceil_div", Operation::ceil_div, 2},    {"log2", Operation::logarithm, 1},
    {"pow2", Operation::power, 1},
};

using Values = std::map<std::string, int64_t>;

// Evaluates one tree. After the first failure every value is 0 and `failure` says what went wrong.
struct Evaluation {
  const std::vector<std::string>& names;
  const Values& values;
  std::string failure{};

  int64_t fail(std::string why) {
    if (failure.empty()) failure = std::move(why);
    return 0;
  }

  int64_t name(size_t slot) {
    const auto found = values.find(names[slot]);
    if (found != values.end()) return found->second;
    std::vector<std::string_view> known;
    for (const auto& [name, value] : values) known.push_back(name);
    return fail(fmt::format("\"{}\" is not a name that has a value here{}", names[slot],
                            did_you_mean(names[slot], known)));
  }

  int64_t divide(Operation operation, int64_t a, int64_t b) {
    if (!failure.empty()) return 0;
    if (b == 0) return fail("it divides by zero");
    if (a == std::numeric_limits<int64_t>::min() && b == -1) return overflow();
    if (operation == Operation::remainder) return a % b;
    const int64_t quotient = a / b;
    const bool round_up = operation == Operation::ceil_div && a % b != 0 && (a < 0) == (b < 0);
    return quotient + (round_up ? 1 : 0);
  }

  int64_t overflow() { return fail("its value does not fit 64 bits"); }

  int64_t evaluate(const SyntaxNode& node) {
    const auto child = [&](size_t i) { return evaluate(node.children[i]); };
    int64_t result = 0;
    switch (node.operation) {
      case Operation::number: return node.integer;
      case Operation::name: return name(node.slot);
      case Operation::negate:
        return __builtin_sub_overflow(0, child(0), &result) ? overflow() : result;
      case Operation::logical_not: return child(0) == 0;
      case Operation::logical_and: return child(0) != 0 && child(1) != 0;
      case Operation::logical_or: return child(0) != 0 || child(1) != 0;
      case Operation::conditional: return child(0) != 0 ? child(1) : child(2);
      case Operation::minimum:
      case Operation::maximum:
        result = child(0);
        for (size_t i = 1; i < node.children.size(); ++i) {
          const int64_t next = child(i);
          result = node.operation == Operation::minimum ? std::min(result, next)
                                                        : std::max(result, next);
        }
        return result;
      default: break;
    }
    const int64_t a = child(0), b = node.children.size() > 1 ? child(1) : 0;
    switch (node.operation) {
      case Operation::add: return __builtin_add_overflow(a, b, &result) ? overflow() : result;
      case Operation::subtract: return __builtin_sub_overflow(a, b, &result) ? overflow() : result;
      case Operation::multiply: return __builtin_mul_overflow(a, b, &result) ? overflow() : result;
      case Operation::divide:
      case Operation::remainder:
      case Operation::ceil_div: return divide(node.operation, a, b);
      case Operation::logarithm:
        if (a < 1) return fail("log2 is of a number of at least 1");
        return std::bit_width(static_cast<uint64_t>(a)) - 1;
      case Operation::power:
        if (a < 0 || a > 62) return fail("pow2 is of a number from 0 to 62");
        return int64_t{1} << a;
      case Operation::less: return a < b;
      case Operation::less_equal: return a <= b;
      case Operation::greater: return a > b;
      case Operation::greater_equal: return a >= b;
      case Operation::equal: return a == b;
      case Operation::not_equal: return a != b;
      default: assert(false && "not a whole-number operation"); return 0;
    }
  }
};

}  // namespace

Expression::Expression(int64_t constant) : text_(fmt::format("{}", constant)) {
  Syntax syntax;
  syntax.root.integer = constant;
  syntax.root.real = static_cast<double>(constant);
  syntax_ = std::make_shared<const Syntax>(std::move(syntax));
}

Result<Expression> Expression::parse(std::string_view text) {
  Result<Syntax> syntax = parse_syntax(text, SyntaxRules{.functions = kSizeFunctions});
  if (!syntax) return Error{syntax.error()};
  Expression expression;
  expression.text_ = text;
  expression.syntax_ = std::make_shared<const Syntax>(std::move(*syntax));
  return expression;
}

Result<int64_t> Expression::evaluate(const Values& values) const {
  if (!syntax_) return int64_t{0};
  Evaluation evaluation{syntax_->names, values};
  const int64_t value = evaluation.evaluate(syntax_->root);
  if (evaluation.failure.empty()) return value;
  std::string where;
  for (const std::string& name : syntax_->names) {
    const auto found = values.find(name);
    if (found == values.end()) continue;
    where += fmt::format("{}{} = {}", where.empty() ? ", where " : ", ", name, found->second);
  }
  return Error{fmt::format("\"{}\" has no value{}: {}", text_, where, evaluation.failure)};
}

std::vector<std::string> Expression::names() const {
  return syntax_ ? syntax_->names : std::vector<std::string>{};
}

}  // namespace warplab::exercise
