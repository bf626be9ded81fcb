#include "exercise/metric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "exercise/elementary.hpp"
#include "exercise/spelling.hpp"
#include "exercise/syntax.hpp"

namespace warplab::exercise {
namespace {

constexpr SyntaxFunction kMetricFunctions[] = {
    {"min", Operation::minimum, kTwoOrMore}, {"max", Operation::maximum, kTwoOrMore},
    {"ceil_div", Operation::ceil_div, 2},    {"abs", Operation::absolute, 1},
    {"floor", Operation::floor, 1},          {"ceil", Operation::ceiling, 1},
    {"sqrt", Operation::square_root, 1},     {"exp", Operation::exponential, 1},
    {"log", Operation::logarithm, 1},        {"pow", Operation::power, 2},
};

constexpr std::string_view kReferencePrefix = "reference.";
constexpr std::string_view kExtents[] = {"elements", "bytes"};

// Everything that a metric may name.
std::vector<std::string> known_names(const MetricScope& scope) {
  std::vector<std::string> names;
  for (size_t i = 0; i < data::kCounterCount; ++i) {
    const auto counter = data::name_of(static_cast<data::Counter>(i));
    names.emplace_back(counter);
    names.push_back(std::string(kReferencePrefix) + std::string(counter));
  }
  for (const std::string& buffer : scope.buffers) {
    for (const std::string_view extent : kExtents)
      names.push_back(fmt::format("{}.{}", buffer, extent));
    for (size_t i = 0; i < data::kBufferCounterCount; ++i)
      names.push_back(
          fmt::format("{}.{}", buffer, data::name_of(static_cast<data::BufferCounter>(i))));
  }
  names.insert(names.end(), scope.values.begin(), scope.values.end());
  return names;
}

std::optional<CounterOfBuffer> counter_of_buffer(std::string_view name, const MetricScope& scope) {
  const size_t dot = name.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string buffer(name.substr(0, dot));
  const auto counter = data::buffer_counter_named(name.substr(dot + 1));
  const bool known =
      std::find(scope.buffers.begin(), scope.buffers.end(), buffer) != scope.buffers.end();
  if (!counter || !known) return std::nullopt;
  return CounterOfBuffer{buffer, *counter};
}

bool is_value(std::string_view name, const MetricScope& scope) {
  if (std::find(scope.values.begin(), scope.values.end(), name) != scope.values.end()) return true;
  const size_t dot = name.find('.');
  return dot != std::string_view::npos &&
         std::find(scope.buffers.begin(), scope.buffers.end(), name.substr(0, dot)) !=
             scope.buffers.end() &&
         std::find(std::begin(kExtents), std::end(kExtents), name.substr(dot + 1)) !=
             std::end(kExtents);
}

std::optional<double> finite(double value) {
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<double> evaluate_node(const SyntaxNode& node,
                                    std::span<const std::optional<double>> values) {
  if (node.operation == Operation::number) return node.real;
  if (node.operation == Operation::name) return values[node.slot];
  std::vector<double> of;
  for (const SyntaxNode& child : node.children) {
    const std::optional<double> value = evaluate_node(child, values);
    if (!value) return std::nullopt;
    of.push_back(*value);
  }
  switch (node.operation) {
    case Operation::negate: return -of[0];
    case Operation::add: return of[0] + of[1];
    case Operation::subtract: return of[0] - of[1];
    case Operation::multiply: return of[0] * of[1];
    case Operation::divide: return of[1] == 0 ? std::nullopt : std::optional(of[0] / of[1]);
    case Operation::ceil_div:
      return of[1] == 0 ? std::nullopt : std::optional(std::ceil(of[0] / of[1]));
    case Operation::minimum: return *std::min_element(of.begin(), of.end());
    case Operation::maximum: return *std::max_element(of.begin(), of.end());
    case Operation::absolute: return std::fabs(of[0]);
    case Operation::floor: return std::floor(of[0]);
    case Operation::ceiling: return std::ceil(of[0]);
    // min() and max() around them must not take an infinity for a number.
    case Operation::square_root: return finite(std::sqrt(of[0]));
    case Operation::exponential: return finite(exponential(of[0]));
    case Operation::logarithm: return finite(logarithm(of[0]));
    case Operation::power: return finite(power(of[0], of[1]));
    default: assert(false && "not an operation on counters"); return std::nullopt;
  }
}

}  // namespace

Result<MetricExpression> MetricExpression::parse(std::string_view text, const MetricScope& scope) {
  Result<Syntax> syntax = parse_syntax(
      text,
      SyntaxRules{
          .decimals = true, .dotted_names = true, .logic = false, .functions = kMetricFunctions});
  if (!syntax) return Error{syntax.error()};
  MetricExpression metric;
  for (const std::string& name : syntax->names) {
    const bool is_reference = name.starts_with(kReferencePrefix);
    if (const auto counter = data::counter_named(name)) {
      metric.counters_.push_back(*counter);
      metric.names_.push_back({Name::Kind::counter, *counter, {}});
    } else if (const auto theirs = is_reference
                                       ? data::counter_named(name.substr(kReferencePrefix.size()))
                                       : std::nullopt) {
      metric.names_.push_back({Name::Kind::reference, *theirs, {}});
    } else if (is_value(name, scope)) {
      metric.names_.push_back({Name::Kind::value, {}, {}});
    } else if (auto of_buffer = counter_of_buffer(name, scope)) {
      metric.buffer_counters_.push_back(*of_buffer);
      metric.names_.push_back({Name::Kind::buffer, {}, std::move(*of_buffer)});
    } else {
      const std::vector<std::string> known = known_names(scope);
      const std::vector<std::string_view> candidates(known.begin(), known.end());
      return Error{fmt::format("\"{}\" names \"{}\", which is no counter, size or buffer{}", text,
                               name, did_you_mean(name, candidates))};
    }
  }
  metric.text_ = text;
  metric.syntax_ = std::make_shared<const Syntax>(std::move(*syntax));
  return metric;
}

std::optional<double> MetricExpression::evaluate(const Measured& measured) const {
  assert(syntax_);
  std::vector<std::optional<double>> values;
  for (size_t i = 0; i < names_.size(); ++i) {
    const Name& name = names_[i];
    std::optional<double>& value = values.emplace_back();
    if (name.kind == Name::Kind::counter) {
      value = static_cast<double>(measured.counters[name.counter]);
    } else if (name.kind == Name::Kind::reference) {
      if (measured.reference) value = static_cast<double>((*measured.reference)[name.counter]);
    } else if (name.kind == Name::Kind::buffer) {
      const auto found = measured.buffers.find(name.of_buffer.buffer);
      value = found == measured.buffers.end()
                  ? 0
                  : static_cast<double>(found->second[name.of_buffer.counter]);
    } else if (const auto found = measured.values.find(syntax_->names[i]);
               found != measured.values.end()) {
      value = static_cast<double>(found->second);
    }
  }
  const std::optional<double> value = evaluate_node(syntax_->root, values);
  // An overflow to infinity has measured nothing either.
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<double> MetricExpression::evaluate(const data::Counters& counters) const {
  return evaluate(Measured{counters, std::nullopt, {}, {}});
}

std::vector<std::string> MetricExpression::names() const { return syntax_->names; }

bool MetricExpression::uses_reference() const {
  return std::any_of(names_.begin(), names_.end(),
                     [](const Name& name) { return name.kind == Name::Kind::reference; });
}

bool MetricExpression::is_known_before_the_run() const {
  return std::all_of(names_.begin(), names_.end(),
                     [](const Name& name) { return name.kind == Name::Kind::value; });
}

}  // namespace warplab::exercise
