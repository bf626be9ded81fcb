#include "ptx/parser.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ptx/addressed_parameters.hpp"
#include "ptx/constant_expression.hpp"
#include "ptx/function_parser.hpp"
#include "ptx/limits.hpp"
#include "ptx/scopes.hpp"
#include "ptx/signature.hpp"
#include "ptx/token_cursor.hpp"
#include "ptx/variable_declaration.hpp"

namespace warplab::ptx {
namespace {

class ModuleParser {
 public:
  explicit ModuleParser(std::string_view text) : cursor_(text) {}

  Result<Module> run() {
    while (!cursor_.at_end())
      if (!directive()) return Error{cursor_.error()};
    if (!has_version_)
      return Error{"PTX line 1: expected \".version\", which begins a PTX module."};
    if (!check_addresses()) return Error{cursor_.error()};
    apply_aliases();
    if (reads_grid_workspace() && !declare_variable(grid_workspace()))
      return Error{cursor_.error()};
    copy_addressed_parameters(module_);
    return std::move(module_);
  }

 private:
  bool directive() {
    if (cursor_.accept(';')) return true;
    if (cursor_.accept_dotted("version")) return version();
    if (cursor_.accept_dotted("target")) return target();
    if (cursor_.accept_dotted("address_size")) return address_size();
    if (cursor_.accept_dotted("file")) return file();
    if (cursor_.accept_dotted("section")) return section();
    if (cursor_.accept_dotted("pragma")) return pragma();
    if (cursor_.accept_dotted("alias")) return alias();
    const bool is_extern = cursor_.at_dotted("extern");
    for (const char* linkage : {"extern", "visible", "weak", "common"})
      if (cursor_.accept_dotted(linkage)) break;
    if (cursor_.accept_dotted("entry")) return function(true);
    if (cursor_.accept_dotted("func")) return function(false);
    if (at_state_space(cursor_)) return variables(is_extern);
    return cursor_.fail_expecting("a directive such as \".visible\", \".func\" or \".global\"");
  }

  bool version() {
    std::string_view number;
    has_version_ = true;
    return cursor_.expect(Token::Kind::number, "a version such as 9.0", number);
  }

  bool target() {
    std::string_view name;
    if (!cursor_.expect(Token::Kind::word, "a target such as sm_90", name)) return false;
    module_.target = name;
    while (cursor_.accept(','))
      if (!cursor_.expect(Token::Kind::word, "an option of the target", name)) return false;
    return true;
  }

  bool address_size() {
    const int line = cursor_.line();
    int64_t bits = 0;
    if (!parse_integer(cursor_, "an address size", bits)) return false;
    if (bits == 64) return true;
    return cursor_.fail(line, fmt::format("addresses of {} bits are not supported, only 64", bits));
  }

  // .file 1 "kernel.cu", 1700000000, 4711
  bool file() {
    const int line = cursor_.line();
    int64_t number = 0;
    std::string_view name;
    if (!parse_integer(cursor_, "a number after \".file\"", number)) return false;
    if (number < 0 || number > 0x7FFFFFFF)
      return cursor_.fail(line, fmt::format("{} is no file number", number));
    if (!cursor_.expect(Token::Kind::string, "a file name in quotes", name)) return false;
    module_.files[static_cast<int>(number)] = name;
    while (cursor_.accept(','))  // time and size of the file
      if (!parse_integer(cursor_, "a number", number)) return false;
    return true;
  }

  // Debugging information; lines come from .loc alone.
  bool section() {
    const int line = cursor_.line();
    if (!cursor_.at(Token::Kind::dotted)) return cursor_.fail_expecting("the name of the section");
    cursor_.take();
    if (!cursor_.expect('{', "to begin the section")) return false;
    for (int open = 1; open > 0; cursor_.take()) {
      if (cursor_.at_end()) return cursor_.fail(line, "the section has no closing \"}\"");
      open += cursor_.at('{') - cursor_.at('}');
    }
    return true;
  }

  bool pragma() {
    std::string_view text;
    return cursor_.expect(Token::Kind::string, "a string after \".pragma\"", text) &&
           cursor_.expect(';', "after the pragma");
  }

  bool variables(bool is_extern) {
    std::vector<Variable> parsed;
    if (!parse_variables(cursor_, limits_, is_extern, parsed)) return false;
    for (Variable& variable : parsed)
      if (!declare_variable(std::move(variable))) return false;
    return true;
  }

  // An `extern` declaration and a definition under the same name are one variable.
  bool declare_variable(Variable variable) {
    const SymbolRef ref{SymbolRef::Kind::module_variable,
                        static_cast<uint32_t>(module_.variables.size())};
    const auto [entry, added] = names_.try_emplace(variable.name, ref);
    if (added) {
      module_.variables.push_back(std::move(variable));
      return true;
    }
    Variable* const earlier = entry->second.kind == SymbolRef::Kind::module_variable
                                  ? &module_.variables[entry->second.index]
                                  : nullptr;
    if (!earlier || (!variable.is_extern && !earlier->is_extern))
      return cursor_.fail(variable.line,
                          fmt::format("{} is defined twice", in_quotes(variable.name)));
    if (earlier->is_extern) *earlier = std::move(variable);
    return true;
  }

  bool function(bool is_kernel) {
    Function parsed;
    parsed.is_kernel = is_kernel;
    if (!parse_signature(cursor_, limits_, parsed)) return false;
    parsed.has_body = cursor_.at('{');
    if (!parsed.has_body && !cursor_.at(';'))
      return cursor_.fail_expecting(
          fmt::format("\"{{\" or \";\" after the signature of {}", in_quotes(parsed.name)));
    cursor_.take();

    const SymbolRef ref{SymbolRef::Kind::function, static_cast<uint32_t>(module_.functions.size())};
    const auto [entry, added] = names_.try_emplace(parsed.name, ref);
    if (added) {
      module_.functions.emplace_back();
    } else if (entry->second.kind != SymbolRef::Kind::function ||
               (parsed.has_body && module_.functions[entry->second.index].has_body)) {
      return cursor_.fail(parsed.ptx_line,
                          fmt::format("{} is defined twice", in_quotes(parsed.name)));
    }
    // Its own name is known inside the body: it may call itself.
    const uint32_t index = entry->second.index;
    if (!added && !parsed.has_body) return true;
    if (parsed.has_body && !parse_body(cursor_, limits_, names_, parsed)) return false;
    module_.functions[index] = std::move(parsed);
    return true;
  }

  // .alias a, b;  a is another name of b
  bool alias() {
    const int line = cursor_.line();
    std::string_view name, aliasee;
    if (!cursor_.expect(Token::Kind::word, "the alias", name)) return false;
    if (!cursor_.expect(',', "between the alias and its function")) return false;
    if (!cursor_.expect(Token::Kind::word, "the function behind the alias", aliasee)) return false;
    if (!cursor_.expect(';', "after the alias")) return false;
    const auto from = names_.find(name);
    const auto to = names_.find(aliasee);
    for (const auto& [text, found] : {std::pair(name, from), std::pair(aliasee, to)})
      if (found == names_.end() || found->second.kind != SymbolRef::Kind::function)
        return cursor_.fail(
            line, fmt::format("the function {} of the alias is not declared", in_quotes(text)));
    if (module_.functions[from->second.index].has_body ||
        !module_.functions[to->second.index].has_body)
      return cursor_.fail(line, fmt::format("the alias {} needs no body and {} needs one",
                                            in_quotes(name), in_quotes(aliasee)));
    aliases_[from->second.index] = to->second.index;
    return true;
  }

  // Every use of an alias becomes a use of the function behind it.
  void apply_aliases() {
    if (aliases_.empty()) return;
    for (Function& function : module_.functions)
      for (Instruction& instruction : function.body)
        for (Operand& operand : instruction.operands) {
          if (!operand.has_symbol || operand.symbol.kind != SymbolRef::Kind::function) continue;
          const auto found = aliases_.find(operand.symbol.index);
          if (found != aliases_.end()) operand.symbol.index = found->second;
        }
    for (Variable& variable : module_.variables)
      for (AddressInitializer& initializer : variable.addresses) {
        const SymbolRef& symbol = names_.find(initializer.symbol)->second;
        const auto found = aliases_.find(symbol.index);
        if (symbol.kind == SymbolRef::Kind::function && found != aliases_.end())
          initializer.symbol = module_.functions[found->second].name;
      }
  }

  bool reads_grid_workspace() const {
    const auto is_its_address = [](const Operand& o) {
      return o.kind == Operand::Kind::special && (o.text == "%envreg1" || o.text == "%envreg2");
    };
    return std::ranges::any_of(module_.functions, [&](const Function& f) {
      return std::ranges::any_of(f.body, [&](const Instruction& i) {
        return std::ranges::any_of(i.operands, is_its_address);
      });
    });
  }
  static Variable grid_workspace() {
    Variable workspace;
    workspace.name = kGridWorkspace;
    workspace.bytes = kGridWorkspaceBytes;
    workspace.alignment = 8;
    return workspace;
  }

  // A variable may hold the address of something declared after it.
  bool check_addresses() {
    for (const Variable& variable : module_.variables)
      for (const AddressInitializer& initializer : variable.addresses)
        if (names_.find(initializer.symbol) == names_.end())
          return cursor_.fail(variable.line,
                              fmt::format("{} holds the address of {}, which is not declared",
                                          in_quotes(variable.name), in_quotes(initializer.symbol)));
    return true;
  }

  TokenCursor cursor_;
  Limits limits_;
  Module module_;
  NameMap<SymbolRef> names_;
  std::map<uint32_t, uint32_t> aliases_;  // function index -> function index
  bool has_version_ = false;
};

}  // namespace

Result<Module> parse(std::string_view text) { return ModuleParser(text).run(); }

}  // namespace warplab::ptx
