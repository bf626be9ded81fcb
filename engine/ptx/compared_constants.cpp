#include "ptx/compared_constants.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "ptx/opcode.hpp"

namespace warplab::ptx {
namespace {

// Sizes are less; what is more is no size, but an overflow or an address.
constexpr double kLargest = 1e9;

// What a register holds: `scale` times one parameter plus `offset`, or something else that depends
// on parameters (`scale` 0 stands for that).
struct Form {
  int parameter = -1;  // its index in the function; -1: several
  double scale = 1, offset = 0;
  bool is_linear() const { return scale != 0; }
};
using Forms = std::vector<std::optional<Form>>;  // by register; none: no parameter is in it
constexpr Form kSomething{-1, 0, 0};

std::optional<double> constant(const Operand& o) {
  if (o.kind != Operand::Kind::immediate || is_float(o.immediate_type)) return std::nullopt;
  return static_cast<double>(static_cast<int64_t>(o.bits));
}

std::optional<Form> form_of(const Operand& o, const Forms& forms) {
  if (o.kind == Operand::Kind::reg) return forms[o.reg];
  if (o.kind != Operand::Kind::special) return std::nullopt;
  // The last block has the number of blocks, which comes from a size.
  const bool counts_blocks = o.text.starts_with("%ctaid") || o.text.starts_with("%nctaid");
  return counts_blocks ? std::optional(kSomething) : std::nullopt;
}

Form times(Form f, double by) {
  f.scale *= by, f.offset *= by;
  return f;
}
Form plus(Form f, double what) {
  f.offset += what;
  return f;
}
Form sum(const Form& a, const Form& b) {
  if (!a.is_linear() || !b.is_linear() || a.parameter != b.parameter) return kSomething;
  return {a.parameter, a.scale + b.scale, a.offset + b.offset};
}

// The form of what `i` computes, if any of its operands has one. Rounding of divisions and shifts
// is left out: the sizes beside a number are tried, too.
std::optional<Form> result_of(const Instruction& i, const Forms& forms) {
  std::vector<std::optional<Form>> of;
  std::vector<std::optional<double>> by;
  for (size_t k = 1; k < i.operands.size(); ++k) {
    of.push_back(form_of(i.operands[k], forms));
    by.push_back(constant(i.operands[k]));
  }
  if (std::none_of(of.begin(), of.end(), [](const auto& f) { return f.has_value(); }))
    return std::nullopt;
  if (is_float(i.type())) return kSomething;
  const bool takes_two = of.size() >= 2;
  if (i.opcode == "mov" || i.opcode == "cvt") return of[0] ? of[0] : kSomething;
  if (i.opcode == "neg" && of[0]) return times(*of[0], -1);
  if (!takes_two) return kSomething;
  if (i.opcode == "add") {
    if (of[0] && of[1]) return sum(*of[0], *of[1]);
    if (of[0] && by[1]) return plus(*of[0], *by[1]);
    if (of[1] && by[0]) return plus(*of[1], *by[0]);
  } else if (i.opcode == "sub") {
    if (of[0] && of[1]) return sum(*of[0], times(*of[1], -1));
    if (of[0] && by[1]) return plus(*of[0], -*by[1]);
    if (of[1] && by[0]) return plus(times(*of[1], -1), *by[0]);
  } else if (i.opcode == "mul" && of[0] && by[1] && !i.has("hi")) {
    return times(*of[0], *by[1]);
  } else if (i.opcode == "div" && of[0] && by[1] && *by[1] != 0) {
    return times(*of[0], 1 / *by[1]);
  } else if ((i.opcode == "shl" || i.opcode == "shr") && of[0] && by[1]) {
    const double factor = std::exp2(std::clamp(*by[1], 0.0, 63.0));
    return times(*of[0], i.opcode == "shl" ? factor : 1 / factor);
  } else if ((i.opcode == "min" || i.opcode == "max") && of[0] && by[1]) {
    return of[0];
  }
  return kSomething;
}

class Constants {
 public:
  // Where `form` has this value.
  void add(const Form& form, double value) {
    if (!form.is_linear()) return add(value);
    add((value - form.offset) / form.scale);
  }
  std::vector<int64_t> first(size_t most) const {
    std::vector<int64_t> all(found_.begin(), found_.end());
    all.resize(std::min(all.size(), most));
    return all;
  }

 private:
  void add(double size) {
    if (size > 0 && size < kLargest) found_.insert(static_cast<int64_t>(std::ceil(size)));
  }
  std::set<int64_t> found_;
};

void look_at(const Instruction& i, const Forms& forms, Constants& constants) {
  const bool compares = i.opcode == "setp" || i.opcode == "set" || i.opcode == "min" ||
                        i.opcode == "max" || i.opcode == "slct";
  const bool masks = i.opcode == "and" || i.opcode == "rem";
  if ((!compares && !masks) || i.operands.size() < 3) return;
  for (const auto& [value, other] : {std::pair(1, 2), std::pair(2, 1)}) {
    const std::optional<Form> form = form_of(i.operands[static_cast<size_t>(value)], forms);
    const std::optional<double> number = constant(i.operands[static_cast<size_t>(other)]);
    if (!form || !number) continue;
    constants.add(*form, i.opcode == "and" ? *number + 1 : *number);
    // `p >= a && p < b` is one comparison of p - a, without a sign.
    if (compares && form->is_linear() && form->offset != 0) constants.add(*form, 0);
  }
}

// Where a number that follows a size goes into one that holds fewer: a byte has 8 digits, a half
// that becomes a whole number again 11. (A float has 24, as what mul24 multiplies, and no run is so
// long.)
std::optional<double> most_held(const Instruction& i) {
  if (i.opcode != "cvt" || is_float(i.type(1))) return std::nullopt;
  if (i.type() == Type::f16) return 0x1p11;
  const unsigned to = bytes_of(i.type(1)), from = bytes_of(i.type());
  if (to >= from || to > 2 || is_float(i.type())) return std::nullopt;
  return std::exp2(8 * to - (is_signed(i.type(1)) ? 1 : 0));
}

void look_at_width(const Instruction& i, const Forms& forms, Constants& constants) {
  const std::optional<double> most = most_held(i);
  if (!most) return;
  for (size_t k = 1; k < i.operands.size(); ++k)
    if (form_of(i.operands[k], forms)) constants.add(kSomething, *most);
}

void look_through(const Function& function, Constants& constants) {
  Forms forms(function.registers.size());
  std::vector<int> written(function.registers.size(), 0);
  for (const Instruction& i : function.body)
    if (!i.operands.empty() && i.operands[0].kind == Operand::Kind::reg)
      ++written[i.operands[0].reg];
  // The text of a loop stands behind what it reads; a second round sees what it carries round.
  for (int round = 0; round < 2; ++round)
    for (const Instruction& i : function.body) {
      if (i.operands.empty() || i.operands[0].kind != Operand::Kind::reg) continue;
      const uint32_t d = i.operands[0].reg;
      std::optional<Form> form;
      if (is(i, Family::load) && i.space() == Space::param)
        form = Form{static_cast<int>(i.operands[1].symbol.index), 1, 0};
      else if (is(i, Family::compute)) form = result_of(i, forms);
      if (form && written[d] > 1) form = kSomething;
      if (form) forms[d] = form;
    }
  for (const Instruction& i : function.body) {
    look_at(i, forms, constants);
    look_at_width(i, forms, constants);
  }
}

}  // namespace

std::vector<int64_t> compared_constants(const Module& module, size_t most) {
  Constants constants;
  for (const Function& f : module.functions) look_through(f, constants);
  return constants.first(most);
}

}  // namespace warplab::ptx
