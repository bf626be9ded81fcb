#include "ptx/answers_stored.hpp"

#include <algorithm>

#include "ptx/opcode.hpp"

namespace warplab::ptx {
namespace {

bool may_write_to_global(const Instruction& i) {
  if (!is(i, Family::store) && !is(i, Family::atomic)) return false;
  return i.space() == Space::global || i.space() == Space::generic;
}

bool has_one(const Function& f) { return std::ranges::any_of(f.body, may_write_to_global); }

}  // namespace

bool may_store_answer(const Module& module, const Function& kernel) {
  return has_one(kernel) || std::ranges::any_of(module.functions, [](const Function& f) {
           return !f.is_kernel && has_one(f);
         });
}

}  // namespace warplab::ptx
