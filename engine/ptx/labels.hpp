#pragma once
// Labels of a function and the operands that wait for them: a branch may come before its label, and
// inline assembly reuses label names from scope to scope.
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ptx/limits.hpp"
#include "ptx/module.hpp"
#include "ptx/scopes.hpp"
#include "ptx/token_cursor.hpp"

namespace warplab::ptx {

class Labels {
 public:
  // "name:" in front of instruction `instruction`. False when this scope has the name already.
  bool declare_code(uint32_t scope, std::string_view name, uint32_t instruction);
  // "name: .branchtargets a, b;"
  bool declare_table(uint32_t scope, std::string_view name, std::vector<std::string_view> targets);
  // "name: .callprototype ...;" or "name: .calltargets ...;"
  bool declare_prototype(uint32_t scope, std::string_view name);

  // Operand number `operand` of instruction number `instruction` is the label `name`: of code
  // (bra), of a table (brx) or of a prototype (call, which keeps no operand for it).
  enum class Use : uint8_t { code, table, prototype };
  void use(uint32_t scope, std::string_view name, Use use, uint32_t instruction, uint32_t operand,
           int line);

  // Fills in every operand that waits. Fails for a name that no enclosing scope declares.
  bool resolve(TokenCursor& cursor, Limits& limits, const Scopes& scopes,
               std::vector<Instruction>& body);
  // The largest instruction index that any of them got.
  uint32_t furthest_target() const { return furthest_target_; }

 private:
  struct Label {
    Use kind = Use::code;
    uint32_t scope = 0;
    uint32_t instruction = 0;
    std::vector<std::string_view> targets;
  };
  struct Waiting {
    uint32_t scope = 0;
    std::string_view name;
    Use use = Use::code;
    uint32_t instruction = 0, operand = 0;
    int line = 0;
  };
  const Label* find(const Scopes& scopes, uint32_t scope, std::string_view name, Use kind) const;
  bool declare(uint32_t scope, std::string_view name, Label label);

  std::map<std::pair<uint32_t, std::string_view>, Label> labels_;
  std::vector<Waiting> waiting_;
  uint32_t furthest_target_ = 0;
};

}  // namespace warplab::ptx
