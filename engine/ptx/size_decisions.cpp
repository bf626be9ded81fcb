#include "ptx/size_decisions.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "ptx/opcode.hpp"
#include "ptx/register_writes.hpp"

namespace warplab::ptx {
namespace {

using Rule = data::SizeFormula::Rule;
using Step = data::SizeFormula::Step;

const std::map<std::string_view, Rule> kRules = {
    {"add", Rule::add},         {"sub", Rule::sub},     {"div", Rule::div},
    {"rem", Rule::rem},         {"and", Rule::bit_and}, {"or", Rule::bit_or},
    {"xor", Rule::bit_xor},     {"not", Rule::bit_not}, {"shl", Rule::shift_left},
    {"shr", Rule::shift_right}, {"min", Rule::min},     {"max", Rule::max},
    {"neg", Rule::neg},         {"abs", Rule::abs},     {"popc", Rule::popc},
    {"clz", Rule::clz},         {"brev", Rule::brev},   {"sqrt", Rule::sqrt},
    {"cnot", Rule::equal},
};
// Of numbers without an order (NaN) sizes have none.
const std::map<std::string_view, Rule> kComparisons = {
    {"eq", Rule::equal},
    {"equ", Rule::equal},
    {"ne", Rule::not_equal},
    {"neu", Rule::not_equal},
    {"lt", Rule::less},
    {"lo", Rule::less},
    {"ltu", Rule::less},
    {"le", Rule::less_or_equal},
    {"ls", Rule::less_or_equal},
    {"leu", Rule::less_or_equal},
    {"gt", Rule::greater},
    {"hi", Rule::greater},
    {"gtu", Rule::greater},
    {"ge", Rule::greater_or_equal},
    {"hs", Rule::greater_or_equal},
    {"geu", Rule::greater_or_equal},
};

class Slice {
 public:
  explicit Slice(const Function& kernel) : step_of_(kernel.registers.size()) {
    const std::vector<int> written = times_written(kernel);
    for (const Instruction& i : kernel.body) {
      if (formula_.steps.size() + kMostStepsOfOne > data::kMostFormulaSteps) break;
      const std::optional<uint32_t> to = written_by(i);
      if (!to || written[*to] != 1 || i.guard) continue;
      const std::optional<int64_t> step = step_for(i);
      if (!step) continue;
      step_of_[*to] = *step;
      const bool decides = i.opcode == "setp" || i.type() == Type::pred;
      if (decides && depends_[static_cast<size_t>(*step)])
        add({.rule = Rule::decision, .a = *step});
    }
  }
  data::SizeFormula take() { return std::move(formula_); }

 private:
  static constexpr size_t kMostStepsOfOne = 8;

  static std::optional<uint32_t> written_by(const Instruction& i) {
    if (i.operands.empty()) return std::nullopt;
    const Operand& d = i.operands[0];
    if (d.kind == Operand::Kind::reg) return d.reg;
    if (d.kind == Operand::Kind::pair && d.elements[0].kind == Operand::Kind::reg)
      return d.elements[0].reg;
    return std::nullopt;
  }

  static Step typed(Rule rule, Type type) {
    const bool is_float_type = type == Type::f32 || type == Type::f64;
    const auto bits = static_cast<uint8_t>(type == Type::pred ? 1 : 8 * bytes_of(type));
    return {.rule = rule, .bits = bits, .is_signed = is_signed(type), .is_float = is_float_type};
  }
  static bool is_known(Type type) {
    return type == Type::pred || type == Type::f32 || type == Type::f64 ||
           (!is_float(type) && bytes_of(type) >= 1 && bytes_of(type) <= 8);
  }

  int64_t add(const Step& step) {
    bool depends = step.rule == Rule::parameter;
    const int64_t of[] = {step.a, step.b, step.c};
    for (int k = 0; k < data::operands_of(step.rule); ++k)
      depends = depends || depends_[static_cast<size_t>(of[k])];
    formula_.steps.push_back(step);
    depends_.push_back(depends);
    return static_cast<int64_t>(formula_.steps.size()) - 1;
  }

  std::optional<int64_t> operand(const Instruction& i, size_t k) {
    if (k >= i.operands.size()) return std::nullopt;
    const Operand& o = i.operands[k];
    if (o.kind == Operand::Kind::immediate)
      return add({.rule = Rule::constant, .a = static_cast<int64_t>(o.bits)});
    if (o.kind != Operand::Kind::reg || !step_of_[o.reg]) return std::nullopt;
    if (!o.negated) return step_of_[o.reg];
    Step step = typed(Rule::bit_not, Type::pred);
    step.a = *step_of_[o.reg];
    return add(step);
  }

  std::optional<int64_t> step_for(const Instruction& i) {
    if (is(i, Family::load)) return parameter(i);
    if (!is(i, Family::compute) || !is_known(i.type())) return std::nullopt;
    if (i.opcode == "setp") return comparison(i);
    if (i.opcode == "mov") return operand(i, 1);
    if (i.opcode == "cvt") return conversion(i);
    if (i.opcode == "selp") return selection(i);
    if (i.opcode == "mul" || i.opcode == "mad" || i.opcode == "fma") return product(i);
    const auto rule = kRules.find(i.opcode);
    if (rule == kRules.end() || i.opcode == "cnot") return std::nullopt;
    Step step = typed(rule->second, i.type());
    const std::optional<int64_t> a = operand(i, 1);
    const std::optional<int64_t> b = i.operands.size() > 2 ? operand(i, 2) : a;
    if (!a || !b || i.operands.size() > 3) return std::nullopt;
    step.a = *a, step.b = *b;
    return add(step);
  }

  std::optional<int64_t> parameter(const Instruction& i) {
    if (i.space() != Space::param || i.vector_width() != 1 || !is_known(i.type()) ||
        i.operands.size() != 2 || !i.operands[1].has_symbol || i.operands[1].offset != 0 ||
        i.operands[1].symbol.kind != SymbolRef::Kind::parameter)
      return std::nullopt;
    Step step = typed(Rule::parameter, i.type());
    step.a = static_cast<int64_t>(i.operands[1].symbol.index);
    return add(step);
  }

  // A comparison, and what it is joined with.
  std::optional<int64_t> comparison(const Instruction& i) {
    const auto rule = i.modifiers.empty() ? kComparisons.end() : kComparisons.find(i.modifiers[0]);
    const std::optional<int64_t> a = operand(i, 1), b = operand(i, 2);
    if (rule == kComparisons.end() || !a || !b) return std::nullopt;
    Step step = typed(rule->second, i.type());
    step.a = *a, step.b = *b;
    const int64_t compared = add(step);
    if (i.operands.size() == 3) return compared;
    const std::optional<int64_t> other = operand(i, 3);
    if (!other) return std::nullopt;
    Step join = typed(i.has("and")  ? Rule::bit_and
                      : i.has("or") ? Rule::bit_or
                                    : Rule::bit_xor,
                      Type::pred);
    join.a = compared, join.b = *other;
    return add(join);
  }

  std::optional<int64_t> conversion(const Instruction& i) {
    const std::optional<int64_t> a = operand(i, 1);
    if (!a || !is_known(i.type(1)) || i.type(1) == Type::none) return std::nullopt;
    Step step = typed(Rule::convert, i.type(1));
    step.a = *a;
    step.b = data::type_number(typed(Rule::convert, i.type()));
    return add(step);
  }

  std::optional<int64_t> selection(const Instruction& i) {
    const std::optional<int64_t> a = operand(i, 1), b = operand(i, 2), c = operand(i, 3);
    if (!a || !b || !c) return std::nullopt;
    Step step = typed(Rule::select, i.type());
    step.a = *a, step.b = *b, step.c = *c;
    return add(step);
  }

  // Also of twice the width, and with what is added to it.
  std::optional<int64_t> product(const Instruction& i) {
    const std::optional<int64_t> a = operand(i, 1), b = operand(i, 2);
    const std::optional<int64_t> c = i.opcode == "mul" ? a : operand(i, 3);
    if (!a || !b || !c) return std::nullopt;
    Step step = typed(i.has("hi") ? Rule::mul_high : Rule::mul, i.type());
    step.a = *a, step.b = *b;
    if (i.has("wide")) {
      const int64_t narrow = data::type_number(step);
      step.bits = static_cast<uint8_t>(2 * step.bits);
      for (int64_t* of : {&step.a, &step.b}) {
        Step wide = step;
        wide.rule = Rule::convert, wide.a = *of, wide.b = narrow, wide.c = 0;
        *of = add(wide);
      }
    }
    const int64_t made = add(step);
    if (i.opcode == "mul") return made;
    Step sum = step;
    sum.rule = Rule::add, sum.a = made, sum.b = *c;
    return add(sum);
  }

  data::SizeFormula formula_;
  std::vector<bool> depends_;                    // on a parameter, by step
  std::vector<std::optional<int64_t>> step_of_;  // by register
};

}  // namespace

data::SizeFormula size_decisions(const Function& kernel) {
  data::SizeFormula formula = Slice(kernel).take();
  if (formula.decisions() == 0) formula.steps.clear();
  return formula;
}

}  // namespace warplab::ptx
