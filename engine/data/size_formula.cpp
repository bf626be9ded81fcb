#include "data/size_formula.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace warplab::data {
namespace {

using Rule = SizeFormula::Rule;
using Step = SizeFormula::Step;

constexpr int64_t kNumbersOfStep = 5;
constexpr int64_t kLastRule = static_cast<int64_t>(Rule::decision);

uint64_t low_bits(uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((uint64_t{1} << bits) - 1);
}
int64_t as_signed(uint64_t value, unsigned bits) {
  const unsigned shift = 64 - bits;
  return static_cast<int64_t>(value << shift) >> shift;
}
double as_number(uint64_t value, const Step& s) {
  if (s.is_float)
    return s.bits == 32 ? double{std::bit_cast<float>(static_cast<uint32_t>(value))}
                        : std::bit_cast<double>(value);
  return s.is_signed ? static_cast<double>(as_signed(value, s.bits)) : static_cast<double>(value);
}
uint64_t bits_of(double value, unsigned bits) {
  return bits == 32 ? std::bit_cast<uint32_t>(static_cast<float>(value))
                    : std::bit_cast<uint64_t>(value);
}

template <class T>
bool compared(Rule rule, T a, T b) {
  switch (rule) {
    case Rule::equal: return a == b;
    case Rule::not_equal: return a != b;
    case Rule::less: return a < b;
    case Rule::less_or_equal: return a <= b;
    case Rule::greater: return a > b;
    default: return a >= b;
  }
}

uint64_t of_floats(const Step& s, uint64_t x, uint64_t y) {
  const double a = as_number(x, s), b = as_number(y, s);
  switch (s.rule) {
    case Rule::add: return bits_of(a + b, s.bits);
    case Rule::sub: return bits_of(a - b, s.bits);
    case Rule::mul: return bits_of(a * b, s.bits);
    case Rule::div: return bits_of(a / b, s.bits);
    case Rule::min: return bits_of(std::fmin(a, b), s.bits);
    case Rule::max: return bits_of(std::fmax(a, b), s.bits);
    case Rule::neg: return bits_of(-a, s.bits);
    case Rule::abs: return bits_of(std::fabs(a), s.bits);
    case Rule::sqrt: return bits_of(std::sqrt(a), s.bits);
    default: return compared(s.rule, a, b);
  }
}

uint64_t quotient(const Step& s, uint64_t a, uint64_t b) {
  if (b == 0) return 0;
  const bool is_rest = s.rule == Rule::rem;
  if (!s.is_signed) return is_rest ? a % b : a / b;
  const int64_t x = as_signed(a, s.bits), y = as_signed(b, s.bits);
  if (y == -1) return is_rest ? 0 : uint64_t{0} - static_cast<uint64_t>(x);
  return static_cast<uint64_t>(is_rest ? x % y : x / y);
}

uint64_t shifted(const Step& s, uint64_t a, uint64_t by) {
  by = std::min<uint64_t>(by, s.bits);
  if (s.rule == Rule::shift_left) return by >= 64 ? 0 : a << by;
  if (s.is_signed) return static_cast<uint64_t>(as_signed(a, s.bits) >> std::min<uint64_t>(by, 63));
  return by >= 64 ? 0 : a >> by;
}

uint64_t high_half(const Step& s, uint64_t a, uint64_t b) {
  if (s.bits > 32) return 0;  // no size is as large
  if (s.is_signed)
    return static_cast<uint64_t>((as_signed(a, s.bits) * as_signed(b, s.bits)) >> s.bits);
  return (a * b) >> s.bits;
}

uint64_t reversed(uint64_t a, unsigned bits) {
  uint64_t result = 0;
  for (unsigned i = 0; i < bits; ++i) result |= (a >> i & 1) << (bits - 1 - i);
  return result;
}

uint64_t of_integers(const Step& s, uint64_t a, uint64_t b) {
  const int64_t x = as_signed(a, s.bits), y = as_signed(b, s.bits);
  const bool first_is_less = s.is_signed ? x < y : a < b;
  switch (s.rule) {
    case Rule::add: return a + b;
    case Rule::sub: return a - b;
    case Rule::mul: return a * b;
    case Rule::mul_high: return high_half(s, a, b);
    case Rule::div:
    case Rule::rem: return quotient(s, a, b);
    case Rule::bit_and: return a & b;
    case Rule::bit_or: return a | b;
    case Rule::bit_xor: return a ^ b;
    case Rule::bit_not: return ~a;
    case Rule::shift_left:
    case Rule::shift_right: return shifted(s, a, b);
    case Rule::min: return first_is_less ? a : b;
    case Rule::max: return first_is_less ? b : a;
    case Rule::neg: return uint64_t{0} - a;
    case Rule::abs: return x < 0 ? uint64_t{0} - a : a;
    case Rule::popc: return static_cast<uint64_t>(std::popcount(a));
    case Rule::clz: return static_cast<uint64_t>(std::countl_zero(a)) - (64u - s.bits);
    case Rule::brev: return reversed(a, s.bits);
    default: return s.is_signed ? compared(s.rule, x, y) : compared(s.rule, a, b);
  }
}

// Between whole numbers the low bits, with their sign; to a whole number what is cut off.
uint64_t converted(const Step& from, const Step& to, uint64_t value) {
  if (to.is_float) return bits_of(as_number(value, from), to.bits);
  if (!from.is_float)
    return from.is_signed ? static_cast<uint64_t>(as_signed(value, from.bits)) : value;
  const double number = as_number(value, from);
  constexpr double kMost = 9e18;
  return std::isnan(number)
             ? 0
             : static_cast<uint64_t>(static_cast<int64_t>(std::clamp(number, -kMost, kMost)));
}

// The other way round; false: it is no type.
bool set_type(int64_t number, Step& s) {
  s.bits = static_cast<uint8_t>(number & 255);
  s.is_signed = number >> 8 & 1;
  s.is_float = number >> 9 & 1;
  return (number & ~int64_t{1023}) == 0 &&
         (s.bits == 1 || s.bits == 8 || s.bits == 16 || s.bits == 32 || s.bits == 64) &&
         (!s.is_float || s.bits >= 32);
}

bool is_step(const Step& s, int64_t number) {
  const int operands = operands_of(s.rule);
  const int64_t of[] = {s.a, s.b, s.c};
  for (int k = 0; k < operands; ++k)
    if (of[k] < 0 || of[k] >= number) return false;
  Step from;
  if (s.rule == Rule::convert) return set_type(s.b, from);
  return s.rule != Rule::parameter || (s.a >= 0 && s.a < 256);
}

}  // namespace

int64_t type_number(const Step& s) { return s.bits | s.is_signed << 8 | s.is_float << 9; }

int operands_of(SizeFormula::Rule rule) {
  switch (rule) {
    case Rule::parameter:
    case Rule::constant: return 0;
    case Rule::bit_not:
    case Rule::neg:
    case Rule::abs:
    case Rule::popc:
    case Rule::clz:
    case Rule::brev:
    case Rule::sqrt:
    case Rule::convert:
    case Rule::decision: return 1;
    case Rule::select: return 3;
    default: return 2;
  }
}

size_t SizeFormula::decisions() const {
  return static_cast<size_t>(
      std::ranges::count_if(steps, [](const Step& s) { return s.rule == Rule::decision; }));
}

std::vector<int64_t> numbers_of(const SizeFormula& formula) {
  std::vector<int64_t> numbers;
  for (const Step& s : formula.steps)
    numbers.insert(numbers.end(), {static_cast<int64_t>(s.rule), type_number(s), s.a, s.b, s.c});
  return numbers;
}

std::optional<SizeFormula> formula_of(std::span<const int64_t> numbers) {
  SizeFormula formula;
  if (numbers.size() % kNumbersOfStep != 0 || numbers.size() > kMostFormulaSteps * kNumbersOfStep)
    return std::nullopt;
  for (size_t i = 0; i < numbers.size(); i += kNumbersOfStep) {
    if (numbers[i] < 0 || numbers[i] > kLastRule) return std::nullopt;
    Step s;
    s.rule = static_cast<Rule>(numbers[i]);
    s.a = numbers[i + 2], s.b = numbers[i + 3], s.c = numbers[i + 4];
    if (!set_type(numbers[i + 1], s) || !is_step(s, static_cast<int64_t>(formula.steps.size())))
      return std::nullopt;
    formula.steps.push_back(s);
  }
  return formula;
}

SizeFormulaRun::SizeFormulaRun(const SizeFormula& formula)
    : formula_(formula), values_(formula.steps.size() * kTogether), known_(formula.steps.size()) {}

void SizeFormulaRun::decide(std::span<const Column> arguments, std::span<Decided> decided) {
  for (size_t i = 0; i < formula_.steps.size(); ++i) {
    const Step& s = formula_.steps[i];
    const int64_t of[] = {s.a, s.b, s.c};
    const auto parameter = static_cast<size_t>(s.a);
    known_[i] = s.rule != Rule::parameter ||
                (parameter < arguments.size() && !arguments[parameter].empty());
    for (int k = 0; k < operands_of(s.rule); ++k)
      known_[i] = known_[i] && known_[static_cast<size_t>(of[k])];
  }
  for (size_t begin = 0; begin < decided.size(); begin += kTogether)
    decide_some(arguments, begin,
                decided.subspan(begin, std::min(kTogether, decided.size() - begin)));
}

void SizeFormulaRun::decide_some(std::span<const Column> arguments, size_t begin,
                                 std::span<Decided> decided) {
  uint64_t decision = 1;
  const size_t count = decided.size();
  std::ranges::fill(decided, Decided{});
  for (size_t i = 0; i < formula_.steps.size(); ++i) {
    const Step& s = formula_.steps[i];
    const int operands = operands_of(s.rule);
    const uint64_t bit = decision;
    if (s.rule == Rule::decision) decision <<= 1;
    if (!known_[i]) continue;
    const uint64_t* const a = at(operands < 1 ? 0 : s.a);
    const uint64_t* const b = at(operands < 2 ? 0 : s.b);
    uint64_t* const to = at(static_cast<int64_t>(i));
    const auto each = [&](const auto& value) {
      for (size_t k = 0; k < count; ++k) to[k] = low_bits(value(k), s.bits);
    };
    switch (s.rule) {
      case Rule::parameter: {
        const Column from = arguments[static_cast<size_t>(s.a)].subspan(begin);
        each([&](size_t k) { return static_cast<uint64_t>(from[k]); });
        break;
      }
      case Rule::constant: each([&](size_t) { return static_cast<uint64_t>(s.a); }); break;
      case Rule::select: {
        const uint64_t* const c = at(s.c);
        each([&](size_t k) { return c[k] ? a[k] : b[k]; });
        break;
      }
      case Rule::convert: {
        Step from;
        set_type(s.b, from);
        each([&](size_t k) { return converted(from, s, a[k]); });
        break;
      }
      case Rule::decision:
        for (size_t k = 0; k < count; ++k) (a[k] ? decided[k].yes : decided[k].no) |= bit;
        break;
      default:
        if (s.is_float) each([&](size_t k) { return of_floats(s, a[k], b[k]); });
        else each([&](size_t k) { return of_integers(s, a[k], b[k]); });
        break;
    }
  }
}

}  // namespace warplab::data
