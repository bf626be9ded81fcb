#include "ptx/function_parser.hpp"

#include <fmt/format.h>

#include "base/noted_register.hpp"
#include "ptx/constant_expression.hpp"
#include "ptx/labels.hpp"
#include "ptx/location_table.hpp"
#include "ptx/opcode.hpp"
#include "ptx/operand_parser.hpp"
#include "ptx/signature.hpp"
#include "ptx/variable_declaration.hpp"

namespace warplab::ptx {
namespace {

// Scopes come from inline assembly and call sequences; compilers nest two or three.
constexpr size_t kDeepestScope = 256;

bool is_opcode(std::string_view word) {
  return word[0] >= 'a' && word[0] <= 'z' && word.find('$') == std::string_view::npos;
}

bool ends_function(const Instruction& instruction) {
  const Opcode* opcode = find_opcode(instruction.opcode);
  return !instruction.guard && opcode != nullptr && ends_block(opcode->family);
}

class BodyParser {
 public:
  BodyParser(TokenCursor& cursor, Limits& limits, const NameMap<SymbolRef>& module_names,
             Function& function)
      : cursor_(cursor),
        limits_(limits),
        function_(function),
        scopes_(module_names),
        locations_(function.locations) {}

  bool run() {
    declare_all(function_.parameters, SymbolRef::Kind::parameter);
    declare_all(function_.returns, SymbolRef::Kind::return_value);
    scopes_.open();  // a variable of the body may have the name of a parameter
    const size_t outermost = scopes_.depth();
    while (true) {
      const int line = cursor_.line();
      if (cursor_.at_end())
        return cursor_.fail(
            line, fmt::format("the function {} has no closing \"}}\"", in_quotes(function_.name)));
      if (cursor_.accept('}')) {
        if (scopes_.depth() == outermost) return finish(line);
        scopes_.close();
      } else if (!statement()) {
        return false;
      }
    }
  }

 private:
  void declare_all(const std::vector<Variable>& variables, SymbolRef::Kind kind) {
    for (uint32_t i = 0; i < variables.size(); ++i) {
      Meaning meaning;
      meaning.symbol = {kind, i};
      scopes_.declare(variables[i].name, meaning);
    }
  }

  bool finish(int line) {
    if (!labels_.resolve(cursor_, limits_, scopes_, function_.body)) return false;
    const size_t count = function_.body.size();
    const bool runs_into_end = count == 0 || !ends_function(function_.body.back());
    if (runs_into_end || labels_.furthest_target() == count) {
      Instruction& ret = function_.body.emplace_back();
      ret.opcode = "ret";
      ret.location = locations_.current();
      ret.ptx_line = line;
    }
    return true;
  }

  bool statement() {
    if (cursor_.accept(';')) return true;
    if (cursor_.accept('{')) {
      scopes_.open();
      if (scopes_.depth() < kDeepestScope) return true;
      return cursor_.fail(cursor_.line(), "the scopes are nested too deeply");
    }
    if (cursor_.at(Token::Kind::word) && cursor_.peek(1).is(':')) return label();
    if (cursor_.at(Token::Kind::dotted)) return directive();
    return instruction();
  }

  bool directive() {
    if (cursor_.accept_dotted("loc")) return locations_.parse(cursor_);
    if (cursor_.accept_dotted("reg")) return registers();
    if (cursor_.accept_dotted("pragma")) return pragma();
    const bool is_extern = cursor_.accept_dotted("extern");
    if (at_state_space(cursor_)) return variables(is_extern);
    return cursor_.fail_expecting("a declaration, a label or an instruction");
  }

  bool variables(bool is_extern) {
    const int line = cursor_.line();
    const auto first = static_cast<uint32_t>(function_.variables.size());
    if (!parse_variables(cursor_, limits_, is_extern, function_.variables)) return false;
    for (auto i = first; i < function_.variables.size(); ++i) {
      Meaning meaning;
      meaning.symbol = {SymbolRef::Kind::function_variable, i};
      if (!declare(function_.variables[i].name, meaning, line)) return false;
    }
    return true;
  }

  bool declare(std::string_view name, const Meaning& meaning, int line) {
    if (scopes_.declare(name, meaning)) return true;
    return cursor_.fail(line, fmt::format("{} is declared twice in one scope", in_quotes(name)));
  }

  // ".b32 %r<9>, a;" after ".reg".
  bool registers() {
    Type type = Type::none;
    unsigned vector = 1;
    if (!parse_type(cursor_, type, vector)) return false;
    do {
      if (!named_registers(type, vector)) return false;
    } while (cursor_.accept(','));
    return cursor_.expect(';', "after the registers");
  }

  // "a" or "%r<9>", which is %r0 to %r8.
  bool named_registers(Type type, unsigned vector) {
    const int line = cursor_.line();
    std::string_view name;
    if (!cursor_.expect(Token::Kind::word, "the name of a register", name)) return false;
    const bool is_range = cursor_.accept('<');
    int64_t count = 1;
    if (is_range) {
      // A plain number: in a constant expression the closing ">" would be an operator.
      std::string_view text;
      if (!cursor_.expect(Token::Kind::number, "a number of registers", text)) return false;
      TokenCursor number(text);
      if (!parse_integer(number, "a number of registers", count) || count < 0)
        return cursor_.fail(line, fmt::format("{} is no number of registers", in_quotes(text)));
      if (!cursor_.expect('>', "after the number of registers")) return false;
    }
    if (static_cast<uint64_t>(count) > limits_.registers ||
        !Limits::spend(limits_.registers, static_cast<uint64_t>(count) * vector))
      return cursor_.fail(line, "the module declares too many registers");
    for (int64_t i = 0; i < count; ++i)
      if (!add_register(is_range ? fmt::format("{}{}", name, i) : std::string(name), type, vector,
                        line))
        return false;
    return true;
  }

  bool add_register(const std::string& name, Type type, unsigned vector, int line) {
    Meaning meaning;
    meaning.is_register = true;
    meaning.reg = static_cast<uint32_t>(function_.registers.size());
    meaning.vector = vector;
    const bool is_noted = vector == 1 && is_noted_register(name);
    if (is_noted) {
      const auto known = noted_.find(name);
      if (known != noted_.end() && function_.registers[known->second].type == type) {
        meaning.reg = known->second;
        return declare(name, meaning, line);
      }
      noted_[name] = meaning.reg;
    }
    if (!declare(name, meaning, line)) return false;
    // No PTX name has a dot, so neither suffix can meet another register's name.
    const int reuse = ++uses_of_name_.try_emplace(name, 0).first->second;
    std::string unique = name;
    if (reuse > 1) unique += fmt::format(".{}", reuse);
    if (vector == 1) {
      function_.registers.push_back({std::move(unique), type});
      return true;
    }
    for (unsigned part = 0; part < vector; ++part)
      function_.registers.push_back({fmt::format("{}.{}", unique, "xyzw"[part]), type});
    return true;
  }

  bool pragma() {
    std::string_view text;
    if (!cursor_.expect(Token::Kind::string, "a string after \".pragma\"", text)) return false;
    constexpr std::string_view kUsedBytes = "used_bytes_mask";
    if (text.starts_with(kUsedBytes)) {
      TokenCursor number(text.substr(kUsedBytes.size()));
      int64_t mask = 0;
      if (!parse_integer(number, "a mask", mask) || !number.at_end() || mask < 0 ||
          mask > 0xFFFFFFFF)
        return cursor_.fail(cursor_.line(),
                            fmt::format("the pragma {} has no 32-bit mask", in_quotes(text)));
      used_bytes_mask_ = static_cast<uint32_t>(mask);
    }
    return cursor_.expect(';', "after the pragma");
  }

  bool label() {
    const int line = cursor_.line();
    const std::string_view name = cursor_.take().text;
    cursor_.take();
    const uint32_t scope = scopes_.current();
    bool added = false;
    if (cursor_.accept_dotted("branchtargets")) {
      std::vector<std::string_view> targets;
      if (!names_until_semicolon(targets)) return false;
      added = labels_.declare_table(scope, name, std::move(targets));
    } else if (cursor_.accept_dotted("calltargets")) {
      std::vector<std::string_view> functions;
      if (!names_until_semicolon(functions)) return false;
      added = labels_.declare_prototype(scope, name);
    } else if (cursor_.accept_dotted("callprototype")) {
      if (!parse_call_prototype(cursor_, limits_)) return false;
      added = labels_.declare_prototype(scope, name);
    } else {
      added = labels_.declare_code(scope, name, static_cast<uint32_t>(function_.body.size()));
    }
    if (added) return true;
    return cursor_.fail(
        line, fmt::format("the label {} is declared twice in one scope", in_quotes(name)));
  }

  bool names_until_semicolon(std::vector<std::string_view>& names) {
    do {
      if (!cursor_.expect(Token::Kind::word, "a name", names.emplace_back())) return false;
    } while (cursor_.accept(','));
    return cursor_.expect(';', "after the names");
  }

  bool instruction() {
    Instruction& instruction = function_.body.emplace_back();
    instruction.ptx_line = cursor_.line();
    instruction.location = locations_.current();
    if (cursor_.accept('@') && !guard(instruction)) return false;
    if (!cursor_.at(Token::Kind::word) || !is_opcode(cursor_.peek().text))
      return cursor_.fail_expecting("an instruction");
    instruction.opcode = cursor_.take().text;
    while (cursor_.at(Token::Kind::dotted)) instruction.modifiers.emplace_back(cursor_.take().text);
    instruction.used_bytes_mask = std::exchange(used_bytes_mask_, std::nullopt);
    const bool parsed = instruction.opcode == "bra"    ? branch(instruction)
                        : instruction.opcode == "brx"  ? indexed_branch(instruction)
                        : instruction.opcode == "call" ? call(instruction)
                                                       : operands(instruction);
    return parsed &&
           cursor_.expect(';', fmt::format("after {}", in_quotes(instruction.spelling())));
  }

  // After "@".
  bool guard(Instruction& instruction) {
    instruction.guard_negated = cursor_.accept('!');
    if (!cursor_.at(Token::Kind::word)) return cursor_.fail_expecting("a predicate after \"@\"");
    Meaning meaning;
    const std::string_view name = cursor_.peek().text;
    if (!scopes_.find(name, meaning) || !meaning.is_register || meaning.vector != 1 ||
        function_.registers[meaning.reg].type != Type::pred)
      return cursor_.fail_expecting("a predicate register after \"@\"");
    cursor_.take();
    instruction.guard = meaning.reg;
    return true;
  }

  bool operands(Instruction& instruction) {
    if (cursor_.at(';')) return true;
    do {
      if (!parse_operand(cursor_, scopes_, instruction.operands.emplace_back())) return false;
    } while (cursor_.accept(','));
    return true;
  }

  // The label is known at the end of the function.
  bool label_operand(Instruction& instruction, Labels::Use use) {
    const int line = cursor_.line();
    std::string_view name;
    if (!cursor_.expect(Token::Kind::word, "a label", name)) return false;
    instruction.operands.emplace_back();
    labels_.use(scopes_.current(), name, use, static_cast<uint32_t>(function_.body.size() - 1),
                static_cast<uint32_t>(instruction.operands.size() - 1), line);
    return true;
  }

  bool branch(Instruction& instruction) { return label_operand(instruction, Labels::Use::code); }

  // "brx.idx %r1, table;"
  bool indexed_branch(Instruction& instruction) {
    return parse_operand(cursor_, scopes_, instruction.operands.emplace_back()) &&
           cursor_.expect(',', "after the index of the branch") &&
           label_operand(instruction, Labels::Use::table);
  }

  // "call (results), callee, (arguments), prototype;" where all but the callee may be missing.
  bool call(Instruction& instruction) {
    instruction.operands.resize(3);
    Operand& results = instruction.operands[0];
    Operand& callee = instruction.operands[1];
    Operand& arguments = instruction.operands[2];
    results.kind = arguments.kind = Operand::Kind::list;
    if (cursor_.at('(')) {
      if (!parse_operand_list(cursor_, scopes_, results)) return false;
      if (!cursor_.expect(',', "after the results of the call")) return false;
    }
    const int line = cursor_.line();
    if (!cursor_.at(Token::Kind::word)) return cursor_.fail_expecting("the function to call");
    const std::string_view name = cursor_.peek().text;
    if (!parse_operand(cursor_, scopes_, callee)) return false;
    const bool direct = callee.kind == Operand::Kind::symbol &&
                        callee.symbol.kind == SymbolRef::Kind::function && callee.offset == 0;
    if (!direct && callee.kind != Operand::Kind::reg)
      return cursor_.fail(
          line,
          fmt::format("{} cannot be called: expected a function or a register", in_quotes(name)));
    if (!cursor_.accept(',')) return true;
    if (cursor_.at('(')) {
      if (!parse_operand_list(cursor_, scopes_, arguments)) return false;
      if (!cursor_.accept(',')) return true;
    }
    const int prototype_line = cursor_.line();
    std::string_view prototype;
    if (!cursor_.expect(Token::Kind::word, "a prototype", prototype)) return false;
    labels_.use(scopes_.current(), prototype, Labels::Use::prototype, 0, 0, prototype_line);
    return true;
  }

  TokenCursor& cursor_;
  Limits& limits_;
  Function& function_;
  Scopes scopes_;
  Labels labels_;
  LocationTable locations_;
  NameMap<int> uses_of_name_;
  NameMap<uint32_t> noted_;  // registers that the whole function shares
  std::optional<uint32_t> used_bytes_mask_;
};

}  // namespace

bool parse_body(TokenCursor& cursor, Limits& limits, const NameMap<SymbolRef>& module_names,
                Function& function) {
  return BodyParser(cursor, limits, module_names, function).run();
}

}  // namespace warplab::ptx
