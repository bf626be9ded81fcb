#include "ptx/labels.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace warplab::ptx {
namespace {

Operand label_operand(std::string_view name, uint32_t target) {
  Operand operand;
  operand.kind = Operand::Kind::label;
  operand.text = name;
  operand.target = target;
  return operand;
}

}  // namespace

bool Labels::declare(uint32_t scope, std::string_view name, Label label) {
  label.scope = scope;
  return labels_.emplace(std::pair(scope, name), std::move(label)).second;
}

bool Labels::declare_code(uint32_t scope, std::string_view name, uint32_t instruction) {
  return declare(scope, name, {Use::code, scope, instruction, {}});
}

bool Labels::declare_table(uint32_t scope, std::string_view name,
                           std::vector<std::string_view> targets) {
  return declare(scope, name, {Use::table, scope, 0, std::move(targets)});
}

bool Labels::declare_prototype(uint32_t scope, std::string_view name) {
  return declare(scope, name, {Use::prototype, scope, 0, {}});
}

void Labels::use(uint32_t scope, std::string_view name, Use use, uint32_t instruction,
                 uint32_t operand, int line) {
  waiting_.push_back({scope, name, use, instruction, operand, line});
}

const Labels::Label* Labels::find(const Scopes& scopes, uint32_t scope, std::string_view name,
                                  Use kind) const {
  for (; scope != Scopes::kNone; scope = scopes.parent(scope)) {
    const auto found = labels_.find({scope, name});
    if (found != labels_.end()) return found->second.kind == kind ? &found->second : nullptr;
  }
  return nullptr;
}

bool Labels::resolve(TokenCursor& cursor, Limits& limits, const Scopes& scopes,
                     std::vector<Instruction>& body) {
  for (const Waiting& use : waiting_) {
    const Label* const label = find(scopes, use.scope, use.name, use.use);
    if (!label) {
      constexpr std::string_view kWanted[] = {"label", "list of .branchtargets", ".callprototype"};
      return cursor.fail(use.line,
                         fmt::format("there is no {} named {} in this function",
                                     kWanted[static_cast<size_t>(use.use)], in_quotes(use.name)));
    }
    if (use.use == Use::prototype) continue;
    Operand& operand = body[use.instruction].operands[use.operand];
    if (use.use == Use::code) {
      operand = label_operand(use.name, label->instruction);
      furthest_target_ = std::max(furthest_target_, label->instruction);
      continue;
    }
    if (!Limits::spend(limits.branch_targets, label->targets.size()))
      return cursor.fail(use.line, "the module has too many branch targets");
    operand.kind = Operand::Kind::list;
    operand.text = use.name;
    for (const std::string_view name : label->targets) {
      const Label* const target = find(scopes, label->scope, name, Use::code);
      if (!target)
        return cursor.fail(use.line,
                           fmt::format("there is no label named {} in this function, which "
                                       "the branch targets {} list",
                                       in_quotes(name), in_quotes(use.name)));
      operand.elements.push_back(label_operand(name, target->instruction));
      furthest_target_ = std::max(furthest_target_, target->instruction);
    }
  }
  return true;
}

}  // namespace warplab::ptx
