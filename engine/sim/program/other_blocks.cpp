#include "sim/program/other_blocks.hpp"

#include "ptx/opcode.hpp"

namespace warplab::sim {
namespace {

// What is no other block's: shared memory and its barrier objects.
bool is_within_block(const Program& program, const OrderSite& s) {
  const Site& site = program.sites[s.site];
  const ptx::Instruction& i = program.module->functions[site.function].body[site.index];
  return i.space() == ptx::Space::shared || ptx::is(i, ptx::Family::object);
}

}  // namespace

bool may_see_other_blocks(const Program& program) {
  const std::string* operation = nullptr;
  for (const OrderSite& s : program.order_sites) {
    if (is_within_block(program, s)) continue;
    if (s.operation.empty() || (operation && *operation != s.operation)) return true;
    operation = &s.operation;
  }
  return false;
}

}  // namespace warplab::sim
