#include "ptx/compared_constants.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <set>

#include "ptx/opcode.hpp"
#include "ptx/register_writes.hpp"

namespace warplab::ptx {
namespace {

// Sizes are less; what is more is no size, but an overflow or an address.
constexpr double kLargestSize = 1e9;

// What is kept in no more has lost what some run can show; a float's 24 are too many.
constexpr unsigned kMostDigits = 16;
// Through the instructions, from what is known to what follows from it.
constexpr int kRounds = 4;

// What a register holds: `scale` times one parameter plus `offset`, or something else that depends
// on parameters (`scale` 0 stands for that).
struct Form {
  int parameter = -1;  // its index in the function; -1: several; below: a number of the grid
  double scale = 1, offset = 0;
  bool is_linear() const { return scale != 0; }
  bool is_of_grid() const { return is_linear() && parameter < -1; }
};
// By register; none: no parameter is in it, or it is no number of the text.
struct Forms {
  std::vector<std::optional<Form>> of;
  std::vector<std::optional<double>> numbers;
};
constexpr Form kSomething{-1, 0, 0};

std::optional<double> constant(const Operand& o, const Forms& forms) {
  if (o.kind == Operand::Kind::reg) return forms.numbers[o.reg];
  if (o.kind != Operand::Kind::immediate || is_float(o.immediate_type)) return std::nullopt;
  return static_cast<double>(static_cast<int64_t>(o.bits));
}

std::optional<Form> form_of(const Operand& o, const Forms& forms) {
  if (o.kind == Operand::Kind::reg) return forms.of[o.reg];
  if (o.kind != Operand::Kind::special) return std::nullopt;
  // The last block has the number of blocks, which comes from a size.
  const bool is_number = o.text.starts_with("%ctaid.");
  if (!is_number && !o.text.starts_with("%nctaid.")) return std::nullopt;
  return Form{(is_number ? -2 : -5) - (o.text.back() - 'x'), 1, 0};
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
    by.push_back(constant(i.operands[k], forms));
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
  // Where `form` has this value. What comes from the number of a block may be that of an element,
  // so both are taken: 8192 for `32 * blockIdx.x & 8160`, and 256 blocks.
  void add(const Form& form, double value) {
    if (!form.is_linear() || form.is_of_grid()) add(value);
    if (form.is_linear()) add((value - form.offset) / form.scale);
  }
  std::vector<int64_t> first(size_t most) const {
    std::vector<int64_t> all(found_.begin(), found_.end());
    all.resize(std::min(all.size(), most));
    return all;
  }

 private:
  void add(double size) {
    if (size > 0 && size < kLargestSize) found_.insert(static_cast<int64_t>(std::ceil(size)));
  }
  std::set<int64_t> found_;
};

// The first number of which a mask keeps nothing: 4096 for 4095, and for 4064. And the first of
// which it keeps something: 4096 for -4096, which is what a remainder takes away.
double beyond_mask(double mask, bool keeps_the_rest) {
  if (!(std::abs(mask) < kLargestSize)) return mask;  // no size is as large
  const auto bits = static_cast<int64_t>(mask);
  const auto lowest = static_cast<double>(bits & -bits);
  return keeps_the_rest && mask == -lowest ? lowest : mask + lowest;
}

// Of an element's number a mask may be taken behind the shift that makes bytes of it: 4194300 is
// 1048575 elements of four bytes. 1 where it is not.
double bytes_of_masked(double mask) {
  constexpr int kMostShift = 4;
  if (!(std::abs(mask) < kLargestSize) || mask == 0) return 1;
  const int zeros = std::countr_zero(static_cast<uint64_t>(static_cast<int64_t>(mask)));
  return zeros <= kMostShift ? std::exp2(zeros) : 1;
}

void look_at(const Instruction& i, const Forms& forms, Constants& constants) {
  const bool compares = i.opcode == "setp" || i.opcode == "set" || i.opcode == "min" ||
                        i.opcode == "max" || i.opcode == "slct";
  const bool masks = i.opcode == "and" || i.opcode == "rem";
  if ((!compares && !masks) || i.operands.size() < 3) return;
  for (const auto& [value, other] : {std::pair(1, 2), std::pair(2, 1)}) {
    const std::optional<Form> form = form_of(i.operands[static_cast<size_t>(value)], forms);
    const std::optional<double> number = constant(i.operands[static_cast<size_t>(other)], forms);
    if (!form || !number) continue;
    // Of a parameter `n & -4` is a part; of an index it is most of `i % 4`.
    const bool is_index = i.opcode == "and" && !form->is_linear();
    const double beyond = i.opcode == "and" ? beyond_mask(*number, is_index) : *number;
    constants.add(*form, beyond);
    if (is_index && *number > 0) constants.add(*form, beyond / bytes_of_masked(*number));
    // `p >= a && p < b` is one comparison of p - a, without a sign.
    if (compares && form->is_linear() && !form->is_of_grid() && form->offset != 0)
      constants.add(*form, 0);
  }
}

// How many bytes the register of an operand has; 0: it is none.
unsigned width_of(const Operand& o, const Function& function) {
  return o.kind == Operand::Kind::reg ? bytes_of(function.registers[o.reg].type) : 0;
}

// Of a number of 4 bytes, those that prmt takes to its result, from the lowest on.
std::optional<unsigned> lowest_bytes_taken(const Instruction& i, size_t operand,
                                           const Forms& forms) {
  const std::optional<double> selector = constant(i.operands[3], forms);
  if (!selector || i.operands.size() != 4 || i.modifiers.size() > 1) return std::nullopt;
  if (!(std::abs(*selector) < kLargestSize)) return std::nullopt;
  const auto chosen = static_cast<int64_t>(*selector);
  unsigned taken = 0;
  for (unsigned k = 0; k < 4; ++k) {
    const unsigned byte = static_cast<unsigned>(chosen >> (4 * k)) & 7;
    if (byte / 4 + 1 == operand) taken |= 1u << byte % 4;
  }
  return static_cast<unsigned>(std::countr_one(taken));
}

// Where a number that follows a size goes into one that holds fewer: a byte has 8 digits, a half
// that becomes a whole number again 11. (A float has 24, as what mul24 multiplies, and no run is so
// long.)
std::optional<double> most_held(const Instruction& i, size_t operand, const Forms& forms,
                                const Function& function) {
  const auto digits = [](unsigned count) {
    return count > 0 && count <= kMostDigits ? std::optional(std::exp2(count)) : std::nullopt;
  };
  if (i.opcode == "bfe" && i.operands.size() == 4 && operand == 1) {
    const std::optional<double> from = constant(i.operands[2], forms),
                                count = constant(i.operands[3], forms);
    if (!from || !count || *from < 0 || *from > 31 || *count < 1 || *count > 31)
      return std::nullopt;
    return digits(static_cast<unsigned>(*from + *count) - (is_signed(i.type()) ? 1 : 0));
  }
  if (i.opcode == "shl" && i.operands.size() == 3 && operand == 1) {
    const std::optional<double> by = constant(i.operands[2], forms);
    const unsigned all = 8 * bytes_of(i.type());
    return by && *by > 0 && *by < all ? digits(all - static_cast<unsigned>(*by)) : std::nullopt;
  }
  if (i.opcode == "prmt" && i.operands.size() == 4 && operand < 3) {
    const std::optional<unsigned> bytes = lowest_bytes_taken(i, operand, forms);
    return bytes ? digits(8 * *bytes) : std::nullopt;
  }
  if (i.opcode != "cvt" || is_float(i.type(1))) return std::nullopt;
  if (i.type() == Type::f16) return 0x1p11;
  if (is_float(i.type())) return std::nullopt;
  // `cvt.s32.s8` takes a byte from a register that may hold more.
  const unsigned to = bytes_of(i.type(1)), from = bytes_of(i.type());
  const Type held = to < from ? i.type(1) : i.type();
  if (to >= from && from >= width_of(i.operands[operand], function)) return std::nullopt;
  return digits(8 * bytes_of(held) - (is_signed(held) ? 1 : 0));
}

void look_at_width(const Instruction& i, const Forms& forms, const Function& function,
                   Constants& constants) {
  for (size_t k = 1; k < i.operands.size(); ++k)
    if (const std::optional<Form> form = form_of(i.operands[k], forms))
      if (const std::optional<double> most = most_held(i, k, forms, function))
        constants.add(*form, *most);
}

bool is_of_block(Space space) { return space == Space::shared || space == Space::local; }

// A number that follows a size and is kept in a variable of one or two bytes, or read from one.
void look_at_memory(const Function& function, const Forms& forms, Constants& constants) {
  std::set<Space> holds_sizes;
  const auto narrow = [&](const Instruction& i) {
    return is_of_block(i.space()) && i.operands.size() == 2 && bytes_of(i.type()) <= 2;
  };
  for (const Instruction& i : function.body) {
    if (!is(i, Family::store) || i.operands.size() != 2 || !is_of_block(i.space())) continue;
    const std::optional<Form> form = form_of(i.operands[1], forms);
    if (!form || is_float(i.type())) continue;
    holds_sizes.insert(i.space());
    if (narrow(i) && width_of(i.operands[1], function) > bytes_of(i.type()))
      constants.add(*form, std::exp2(8 * bytes_of(i.type())));
  }
  for (const Instruction& i : function.body)
    if (is(i, Family::load) && narrow(i) && holds_sizes.contains(i.space()) && !is_float(i.type()))
      constants.add(kSomething, std::exp2(8 * bytes_of(i.type()) - (is_signed(i.type()) ? 1 : 0)));
}

// Which registers an instruction of a loop's round hands to the next, and what is computed of them.
class Carried {
 public:
  explicit Carried(const Function& function)
      : written_(times_written(function)), is_carried_(function.registers.size()) {
    for (int round = 0; round < 2; ++round)
      for (const Instruction& i : function.body)
        if (const auto d = destination(i); d && is(i, Family::compute))
          is_carried_[*d] = is_carried_[*d] || is_written_often(*d) || takes_carried(i);
  }
  static std::optional<uint32_t> destination(const Instruction& i) {
    if (i.operands.empty() || i.operands[0].kind != Operand::Kind::reg) return std::nullopt;
    return i.operands[0].reg;
  }
  bool is_written_often(uint32_t reg) const { return written_[reg] > 1; }
  bool is_carried(const Operand& o) const {
    return o.kind == Operand::Kind::reg && is_carried_[o.reg];
  }

 private:
  bool takes_carried(const Instruction& i) const {
    return std::any_of(i.operands.begin() + 1, i.operands.end(),
                       [&](const Operand& o) { return is_carried(o); });
  }
  std::vector<int> written_;
  std::vector<char> is_carried_;
};

// What a loop counts up to a size comes as far as the size.
void note_counters(const Instruction& i, const Carried& carried, Forms& forms) {
  if (i.opcode != "setp" || i.operands.size() != 3 || is_float(i.type())) return;
  for (const auto& [counter, size] : {std::pair(1, 2), std::pair(2, 1)}) {
    const Operand& o = i.operands[static_cast<size_t>(counter)];
    if (carried.is_carried(o) && !forms.of[o.reg] &&
        form_of(i.operands[static_cast<size_t>(size)], forms))
      forms.of[o.reg] = kSomething;
  }
}

Forms forms_of(const Function& function, const Carried& carried) {
  Forms forms;
  forms.of.resize(function.registers.size());
  forms.numbers.resize(function.registers.size());
  // The text of a loop stands behind what it reads; more rounds see what it carries round.
  for (int round = 0; round < kRounds; ++round)
    for (const Instruction& i : function.body) {
      const std::optional<uint32_t> d = Carried::destination(i);
      if (!d || i.operands.size() < 2) continue;
      note_counters(i, carried, forms);
      std::optional<Form> form;
      if (is(i, Family::load) && i.space() == Space::param)
        form = Form{static_cast<int>(i.operands[1].symbol.index), 1, 0};
      else if (is(i, Family::compute)) form = result_of(i, forms);
      if (form && carried.is_written_often(*d)) form = kSomething;
      if (form) forms.of[*d] = form;
      else if (i.opcode == "mov" && !carried.is_written_often(*d))
        forms.numbers[*d] = constant(i.operands[1], forms);
    }
  return forms;
}

void look_through(const Function& function, Constants& constants) {
  const Carried carried(function);
  const Forms forms = forms_of(function, carried);
  for (const Instruction& i : function.body) {
    look_at(i, forms, constants);
    look_at_width(i, forms, function, constants);
    // A loop's counter of 16 bits, whatever ends the loop. (Data of 16 bits to which a wider
    // counter is added are none.)
    const auto is_handed_on = [&](const Operand& o) {
      return width_of(o, function) == 2 && carried.is_written_often(o.reg);
    };
    if (i.opcode == "add" && !is_float(i.type()) && bytes_of(i.type()) == 2 &&
        std::any_of(i.operands.begin(), i.operands.end(), is_handed_on))
      constants.add(kSomething, 0x1p16);
  }
  look_at_memory(function, forms, constants);
}

}  // namespace

std::vector<int64_t> compared_constants(const Module& module, size_t most) {
  Constants constants;
  for (const Function& f : module.functions) look_through(f, constants);
  return constants.first(most);
}

}  // namespace warplab::ptx
