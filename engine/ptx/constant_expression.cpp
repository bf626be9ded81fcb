#include "ptx/constant_expression.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <charconv>
#include <limits>
#include <optional>

namespace warplab::ptx {
namespace {

// Deeper than any constant that a compiler or a person writes; keeps "((((..." from ending the
// stack.
constexpr int kDeepestNesting = 64;

bool digits_to_integer(std::string_view digits, int base, uint64_t& value) {
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, base);
  return !digits.empty() && error == std::errc{} && stop == end;
}

// PTX ISA 9.0, 4.5.1 and 4.5.2: 0x1F, 017, 0b11, 12, each with an optional U; 0f and 8 hexadecimal
// digits, 0d and 16 of them; decimal floating point is f64.
std::optional<Constant> number(std::string_view text) {
  Constant result;
  const auto starts = [&](char letter) {
    return text.size() > 2 && text[0] == '0' && (text[1] | 0x20) == letter;
  };
  if (starts('f') || starts('d')) {
    result.type = starts('f') ? Type::f32 : Type::f64;
    const bool whole = text.size() == 2 + size_t{2} * bytes_of(result.type);
    if (!whole || !digits_to_integer(text.substr(2), 16, result.bits)) return std::nullopt;
    return result;
  }
  const bool decimal_point = !starts('x') && text.find_first_of(".eE") != std::string_view::npos;
  if (decimal_point) {
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return Constant{std::bit_cast<uint64_t>(value), Type::f64};
  }
  const bool unsigned_suffix = text.back() == 'U';
  if (unsigned_suffix) text.remove_suffix(1);
  const bool parsed = starts('x')   ? digits_to_integer(text.substr(2), 16, result.bits)
                      : starts('b') ? digits_to_integer(text.substr(2), 2, result.bits)
                      : text.size() > 1 && text[0] == '0'
                          ? digits_to_integer(text.substr(1), 8, result.bits)
                          : digits_to_integer(text, 10, result.bits);
  if (!parsed) return std::nullopt;
  if (unsigned_suffix || result.bits > uint64_t{std::numeric_limits<int64_t>::max()})
    result.type = Type::u64;
  return result;
}

enum class Operator : uint8_t {
  logical_or,
  logical_and,
  bit_or,
  bit_xor,
  bit_and,
  equal,
  not_equal,
  less_equal,
  greater_equal,
  shift_left,
  shift_right,
  less,
  greater,
  add,
  subtract,
  multiply,
  divide,
  remainder,
};
struct OperatorRow {
  std::string_view text;
  Operator op;
  int precedence;  // higher binds tighter
};
// Two-character operators first: they are tried in this order.
constexpr std::array kOperators = {
    OperatorRow{"||", Operator::logical_or, 1}, OperatorRow{"&&", Operator::logical_and, 2},
    OperatorRow{"==", Operator::equal, 6},      OperatorRow{"!=", Operator::not_equal, 6},
    OperatorRow{"<=", Operator::less_equal, 7}, OperatorRow{">=", Operator::greater_equal, 7},
    OperatorRow{"<<", Operator::shift_left, 8}, OperatorRow{">>", Operator::shift_right, 8},
    OperatorRow{"|", Operator::bit_or, 3},      OperatorRow{"^", Operator::bit_xor, 4},
    OperatorRow{"&", Operator::bit_and, 5},     OperatorRow{"<", Operator::less, 7},
    OperatorRow{">", Operator::greater, 7},     OperatorRow{"+", Operator::add, 9},
    OperatorRow{"-", Operator::subtract, 9},    OperatorRow{"*", Operator::multiply, 10},
    OperatorRow{"/", Operator::divide, 10},     OperatorRow{"%", Operator::remainder, 10},
};

const OperatorRow* operator_at(const TokenCursor& cursor) {
  if (!cursor.at(Token::Kind::punctuation)) return nullptr;
  for (const OperatorRow& row : kOperators)
    if (cursor.at(row.text[0]) && (row.text.size() == 1 || cursor.peek(1).is(row.text[1])))
      return &row;
  return nullptr;
}

// Nothing when the operation has no value (division by zero).
std::optional<uint64_t> apply(Operator op, uint64_t a, uint64_t b, bool is_unsigned) {
  const auto sa = static_cast<int64_t>(a);
  const auto sb = static_cast<int64_t>(b);
  switch (op) {
    case Operator::logical_or: return a != 0 || b != 0;
    case Operator::logical_and: return a != 0 && b != 0;
    case Operator::bit_or: return a | b;
    case Operator::bit_xor: return a ^ b;
    case Operator::bit_and: return a & b;
    case Operator::equal: return a == b;
    case Operator::not_equal: return a != b;
    case Operator::less_equal: return is_unsigned ? a <= b : sa <= sb;
    case Operator::greater_equal: return is_unsigned ? a >= b : sa >= sb;
    case Operator::less: return is_unsigned ? a < b : sa < sb;
    case Operator::greater: return is_unsigned ? a > b : sa > sb;
    case Operator::shift_left: return b > 63 ? 0 : a << b;
    case Operator::shift_right:
      if (is_unsigned) return b > 63 ? 0 : a >> b;
      return static_cast<uint64_t>(sa >> (b > 63 ? 63 : b));
    case Operator::add: return a + b;
    case Operator::subtract: return a - b;
    case Operator::multiply: return a * b;
    case Operator::divide:
      if (b == 0) return std::nullopt;
      if (is_unsigned) return a / b;
      return sb == -1 ? uint64_t{0} - a : static_cast<uint64_t>(sa / sb);
    case Operator::remainder:
      if (b == 0) return std::nullopt;
      if (is_unsigned) return a % b;
      return sb == -1 ? 0 : static_cast<uint64_t>(sa % sb);
  }
  return std::nullopt;
}

class Expression {
 public:
  explicit Expression(TokenCursor& cursor) : cursor_(cursor) {}

  bool conditional(Constant& value, int depth) {
    if (!binary(value, 1, depth)) return false;
    if (!cursor_.accept('?')) return true;
    Constant yes, no;
    if (!conditional(yes, depth + 1)) return false;
    if (!cursor_.expect(':', "in the conditional constant")) return false;
    if (!conditional(no, depth + 1)) return false;
    value = value.bits != 0 ? yes : no;
    return true;
  }

 private:
  bool binary(Constant& left, int lowest, int depth) {
    if (depth > kDeepestNesting)
      return cursor_.fail(cursor_.line(), "the constant expression is nested too deeply");
    if (!unary(left, depth)) return false;
    for (const OperatorRow* row; (row = operator_at(cursor_)) && row->precedence >= lowest;) {
      const int line = cursor_.line();
      for (size_t i = 0; i < row->text.size(); ++i) cursor_.take();
      Constant right;
      if (!binary(right, row->precedence + 1, depth + 1)) return false;
      if (!left.is_integer() || !right.is_integer())
        return cursor_.fail(line, "arithmetic on floating-point constants is not supported");
      const bool is_unsigned = left.type == Type::u64 || right.type == Type::u64;
      const std::optional<uint64_t> bits = apply(row->op, left.bits, right.bits, is_unsigned);
      if (!bits) return cursor_.fail(line, "the constant expression divides by zero");
      left = {*bits, is_unsigned ? Type::u64 : Type::s64};
    }
    return true;
  }

  bool unary(Constant& value, int depth) {
    if (depth > kDeepestNesting)
      return cursor_.fail(cursor_.line(), "the constant expression is nested too deeply");
    for (const char sign : {'-', '+', '~', '!'}) {
      if (!cursor_.accept(sign)) continue;
      const int line = cursor_.line();
      if (!unary(value, depth + 1)) return false;
      if (value.is_integer()) {
        if (sign == '-') value.bits = uint64_t{0} - value.bits;
        if (sign == '~') value.bits = ~value.bits;
        if (sign == '!') value.bits = value.bits == 0;
        if (sign == '-') value.type = Type::s64;
        return true;
      }
      if (sign == '~' || sign == '!')
        return cursor_.fail(line, "\"~\" and \"!\" need an integer constant");
      if (sign == '-') value.bits ^= uint64_t{1} << (8 * bytes_of(value.type) - 1);
      return true;
    }
    return primary(value, depth);
  }

  bool primary(Constant& value, int depth) {
    if (cursor_.accept('(')) {
      return conditional(value, depth + 1) &&
             cursor_.expect(')', "to close the constant expression");
    }
    if (cursor_.accept_word("WARP_SZ")) {
      value = {32, Type::s64};
      return true;
    }
    if (!cursor_.at(Token::Kind::number)) return cursor_.fail_expecting("a constant");
    const std::optional<Constant> parsed = number(cursor_.peek().text);
    if (!parsed)
      return cursor_.fail(cursor_.line(), fmt::format("{} is not a number that PTX knows",
                                                      in_quotes(cursor_.peek().text)));
    cursor_.take();
    value = *parsed;
    return true;
  }

  TokenCursor& cursor_;
};

}  // namespace

bool at_constant(const TokenCursor& cursor) {
  return cursor.at(Token::Kind::number) || cursor.at('-') || cursor.at('+') || cursor.at('~') ||
         cursor.at('!') || cursor.at('(') || cursor.at_word("WARP_SZ");
}

bool parse_constant(TokenCursor& cursor, Constant& constant) {
  return Expression(cursor).conditional(constant, 0);
}

bool parse_integer(TokenCursor& cursor, std::string_view what, int64_t& value) {
  if (!at_constant(cursor)) return cursor.fail_expecting(what);
  const int line = cursor.line();
  Constant constant;
  if (!parse_constant(cursor, constant)) return false;
  if (!constant.is_integer())
    return cursor.fail(line, fmt::format("expected {}, found a floating-point number", what));
  value = static_cast<int64_t>(constant.bits);
  return true;
}

}  // namespace warplab::ptx
