#include "exercise/metric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "exercise/spelling.hpp"
#include "exercise/syntax.hpp"

namespace warplab::exercise {
namespace {

std::vector<std::string_view> counter_names() {
  std::vector<std::string_view> names;
  for (size_t i = 0; i < sim::kCounterCount; ++i) {
    names.push_back(sim::name_of(static_cast<sim::Counter>(i)));
  }
  return names;
}

std::optional<double> evaluate_node(const SyntaxNode& node, std::span<const double> values) {
  if (node.operation == Operation::number) return node.real;
  if (node.operation == Operation::name) return values[node.slot];
  const std::optional<double> a = evaluate_node(node.children[0], values);
  if (!a) return std::nullopt;
  if (node.operation == Operation::negate) return -*a;
  const std::optional<double> b = evaluate_node(node.children[1], values);
  if (!b) return std::nullopt;
  switch (node.operation) {
    case Operation::add: return *a + *b;
    case Operation::subtract: return *a - *b;
    case Operation::multiply: return *a * *b;
    case Operation::divide: return *b == 0 ? std::nullopt : std::optional(*a / *b);
    default: assert(false && "not an operation on counters"); return std::nullopt;
  }
}

}  // namespace

Result<MetricExpression> MetricExpression::parse(std::string_view text) {
  Result<Syntax> syntax =
      parse_syntax(text, SyntaxRules{.decimals = true, .dotted_names = true, .logic = false});
  if (!syntax) return Error{syntax.error()};
  MetricExpression metric;
  for (const std::string& name : syntax->names) {
    const std::optional<sim::Counter> counter = sim::counter_named(name);
    if (!counter) {
      return Error{fmt::format("\"{}\" names \"{}\", which is no counter{}", text, name,
                               did_you_mean(name, counter_names()))};
    }
    metric.counters_.push_back(*counter);
  }
  metric.text_ = text;
  metric.syntax_ = std::make_shared<const Syntax>(std::move(*syntax));
  return metric;
}

std::optional<double> MetricExpression::evaluate(const sim::Counters& counters) const {
  assert(syntax_);
  std::vector<double> values;
  for (const sim::Counter counter : counters_)
    values.push_back(static_cast<double>(counters[counter]));
  const std::optional<double> value = evaluate_node(syntax_->root, values);
  // An overflow to infinity has measured nothing either.
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::vector<std::string> MetricExpression::names() const { return syntax_->names; }

}  // namespace warplab::exercise
