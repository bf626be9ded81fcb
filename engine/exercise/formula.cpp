#include "exercise/formula.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "exercise/elementary.hpp"
#include "exercise/syntax.hpp"

namespace warplab::exercise {
namespace {

constexpr SyntaxFunction kFormulaFunctions[] = {
    {"min", Operation::minimum, kTwoOrMore},
    {"max", Operation::maximum, kTwoOrMore},
    {"abs", Operation::absolute, 1},
    {"floor", Operation::floor, 1},
    {"ceil", Operation::ceiling, 1},
    {"sqrt", Operation::square_root, 1},
    {"exp", Operation::exponential, 1},
    {"log", Operation::logarithm, 1},
    {"pow", Operation::power, 2},
};

double evaluate_node(const SyntaxNode& node, std::span<const double> values) {
  const auto child = [&](size_t i) { return evaluate_node(node.children[i], values); };
  const auto fold = [&](auto pick) {
    double result = child(0);
    for (size_t i = 1; i < node.children.size(); ++i) result = pick(result, child(i));
    return result;
  };
  switch (node.operation) {
    case Operation::number: return node.real;
    case Operation::name: return values[node.slot];
    case Operation::negate: return -child(0);
    case Operation::logical_not: return child(0) == 0;
    case Operation::multiply: return child(0) * child(1);
    case Operation::divide: return child(0) / child(1);
    case Operation::remainder: return std::fmod(child(0), child(1));
    case Operation::add: return child(0) + child(1);
    case Operation::subtract: return child(0) - child(1);
    case Operation::less: return child(0) < child(1);
    case Operation::less_equal: return child(0) <= child(1);
    case Operation::greater: return child(0) > child(1);
    case Operation::greater_equal: return child(0) >= child(1);
    case Operation::equal: return child(0) == child(1);
    case Operation::not_equal: return child(0) != child(1);
    case Operation::logical_and: return child(0) != 0 && child(1) != 0;
    case Operation::logical_or: return child(0) != 0 || child(1) != 0;
    case Operation::conditional: return child(0) != 0 ? child(1) : child(2);
    case Operation::minimum: return fold([](double a, double b) { return std::fmin(a, b); });
    case Operation::maximum: return fold([](double a, double b) { return std::fmax(a, b); });
    case Operation::absolute: return std::fabs(child(0));
    case Operation::floor: return std::floor(child(0));
    case Operation::ceiling: return std::ceil(child(0));
    case Operation::square_root: return std::sqrt(child(0));
    case Operation::exponential: return exponential(child(0));
    case Operation::logarithm: return logarithm(child(0));
    case Operation::power: return power(child(0), child(1));
    case Operation::ceil_div: break;
  }
  assert(false && "not an operation on real numbers");
  return 0;
}

}  // namespace

Result<Formula> Formula::parse(std::string_view text) {
  Result<Syntax> syntax =
      parse_syntax(text, SyntaxRules{.decimals = true, .functions = kFormulaFunctions});
  if (!syntax) return Error{syntax.error()};
  Formula formula;
  formula.text_ = text;
  formula.syntax_ = std::make_shared<const Syntax>(std::move(*syntax));
  return formula;
}

double Formula::evaluate(std::span<const double> values) const {
  assert(syntax_ && values.size() == syntax_->names.size());
  return evaluate_node(syntax_->root, values);
}

const std::vector<std::string>& Formula::names() const { return syntax_->names; }

}  // namespace warplab::exercise
