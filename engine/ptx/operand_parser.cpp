#include "ptx/operand_parser.hpp"

#include <fmt/format.h>

#include "ptx/constant_expression.hpp"
#include "ptx/special_register.hpp"

namespace warplab::ptx {
namespace {

// [a, {x, y}] is the deepest that PTX has; more braces are an error, not a deeper stack.
constexpr int kDeepestNesting = 3;

class OperandParser {
 public:
  OperandParser(TokenCursor& cursor, const Scopes& scopes) : cursor_(cursor), scopes_(scopes) {}

  bool operand(Operand& out, int depth) {
    if (depth > kDeepestNesting)
      return cursor_.fail(cursor_.line(), "the operand is nested too deeply");
    if (cursor_.accept('{')) {
      out.kind = Operand::Kind::vector;
      return elements(out, '}', "after an element of the vector", depth);
    }
    if (cursor_.accept('[')) return address(out, depth);
    if (cursor_.at('!') && cursor_.peek(1).kind == Token::Kind::word) {
      cursor_.take();
      if (!name(out)) return false;
      out.negated = true;
      if (out.kind == Operand::Kind::reg) return true;
      return cursor_.fail(cursor_.line(), "\"!\" needs a predicate register");
    }
    if (at_constant(cursor_)) return immediate(out);
    if (!cursor_.at(Token::Kind::word)) return cursor_.fail_expecting("an operand");
    return name(out) && maybe_pair(out);
  }

  // The elements up to `close`, which is taken.
  bool elements(Operand& out, char close, std::string_view where, int depth) {
    do {
      if (!operand(out.elements.emplace_back(), depth + 1)) return false;
    } while (cursor_.accept(','));
    return cursor_.expect(close, where);
  }

 private:
  bool immediate(Operand& out) {
    Constant constant;
    if (!parse_constant(cursor_, constant)) return false;
    out.kind = Operand::Kind::immediate;
    out.bits = constant.bits;
    out.immediate_type = constant.is_integer() ? Type::s64 : constant.type;
    return true;
  }

  // "+8", "+-4", "-4" or nothing.
  bool offset(int64_t& value) {
    if (!cursor_.at('+') && !cursor_.at('-')) return true;
    return parse_integer(cursor_, "an offset in bytes", value);
  }

  // After "[".
  bool address(Operand& out, int depth) {
    out.kind = Operand::Kind::address;
    if (at_constant(cursor_)) {
      if (!parse_integer(cursor_, "an address", out.offset)) return false;
    } else {
      Operand base;
      if (!cursor_.at(Token::Kind::word)) return cursor_.fail_expecting("an address");
      const int line = cursor_.line();
      if (!name(base)) return false;
      if (base.kind == Operand::Kind::reg) {
        out.has_base_register = true;
        out.reg = base.reg;
        if (!offset(out.offset)) return false;
      } else if (base.kind == Operand::Kind::symbol) {
        out.has_symbol = true;
        out.symbol = base.symbol;
        out.text = std::move(base.text);
        out.offset = base.offset;
      } else {
        return cursor_.fail(line, "an address needs a register, a variable or a number");
      }
    }
    if (!cursor_.accept(',')) return cursor_.expect(']', "after the address");
    return elements(out, ']', "after the coordinates", depth);
  }

  bool name(Operand& out) {
    const int line = cursor_.line();
    const std::string_view word = cursor_.take().text;
    if (word == "_") {
      out.kind = Operand::Kind::sink;
      return true;
    }
    Meaning meaning;
    if (scopes_.find(word, meaning))
      return meaning.is_register ? reg(out, word, meaning, line) : symbol(out, word, meaning);
    const std::string_view component =
        cursor_.at(Token::Kind::dotted) ? cursor_.peek().text : std::string_view();
    if (is_special_register(word, component)) {
      out.kind = Operand::Kind::special;
      out.text = word;
      if (!component.empty()) out.text.append(".").append(cursor_.take().text);
      return true;
    }
    if (word.starts_with('%'))
      return cursor_.fail(line, fmt::format("the register {} is not declared", in_quotes(word)));
    return cursor_.fail(line, fmt::format("{} is not declared: expected a register, a variable, a "
                                          "parameter or a function",
                                          in_quotes(word)));
  }

  bool symbol(Operand& out, std::string_view word, const Meaning& meaning) {
    out.kind = Operand::Kind::symbol;
    out.has_symbol = true;
    out.symbol = meaning.symbol;
    out.text = word;
    return offset(out.offset);
  }

  bool reg(Operand& out, std::string_view word, const Meaning& meaning, int line) {
    out.kind = Operand::Kind::reg;
    out.reg = meaning.reg;
    if (cursor_.at(Token::Kind::dotted)) {
      // .x .y .z .w, or .r .g .b .a, of a vector register.
      const std::string_view component = cursor_.take().text;
      constexpr std::string_view kCoordinates = "xyzw", kColours = "rgba";
      size_t part = std::string_view::npos;
      if (component.size() == 1) {
        part = kCoordinates.find(component[0]);
        if (part == std::string_view::npos) part = kColours.find(component[0]);
      }
      if (meaning.vector == 1 || part >= meaning.vector)
        return cursor_.fail(line, fmt::format("the register {} has no part {}", in_quotes(word),
                                              in_quotes(component)));
      out.reg += static_cast<uint32_t>(part);
      return true;
    }
    if (meaning.vector == 1) return true;
    out.kind = Operand::Kind::vector;
    for (unsigned part = 0; part < meaning.vector; ++part) {
      Operand& element = out.elements.emplace_back();
      element.kind = Operand::Kind::reg;
      element.reg = meaning.reg + part;
    }
    return true;
  }

  // p|q
  bool maybe_pair(Operand& first) {
    if (first.kind != Operand::Kind::reg && first.kind != Operand::Kind::sink) return true;
    if (!cursor_.accept('|')) return true;
    if (!cursor_.at(Token::Kind::word)) return cursor_.fail_expecting("a register after \"|\"");
    const int line = cursor_.line();
    Operand second;
    if (!name(second)) return false;
    if (second.kind != Operand::Kind::reg && second.kind != Operand::Kind::sink)
      return cursor_.fail(line, "expected a register after \"|\"");
    Operand pair;
    pair.kind = Operand::Kind::pair;
    pair.elements.push_back(std::move(first));
    pair.elements.push_back(std::move(second));
    first = std::move(pair);
    return true;
  }

  TokenCursor& cursor_;
  const Scopes& scopes_;
};

}  // namespace

bool parse_operand(TokenCursor& cursor, const Scopes& scopes, Operand& operand) {
  return OperandParser(cursor, scopes).operand(operand, 0);
}

bool parse_operand_list(TokenCursor& cursor, const Scopes& scopes, Operand& operand) {
  if (!cursor.expect('(', "to begin the list")) return false;
  operand.kind = Operand::Kind::list;
  if (cursor.accept(')')) return true;
  return OperandParser(cursor, scopes).elements(operand, ')', "after an element of the list", 0);
}

}  // namespace warplab::ptx
