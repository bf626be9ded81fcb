#include "ptx/answers_stored.hpp"

#include <algorithm>

#include "ptx/called_functions.hpp"
#include "ptx/opcode.hpp"

namespace warplab::ptx {
namespace {

bool may_write_to_global(const Instruction& i) {
  if (is(i, Family::copy)) return i.has("bulk_group");
  const bool stores_matrix = i.opcode == "wmma" && i.has("store");
  if (!stores_matrix && !is(i, Family::store) && !is(i, Family::atomic)) return false;
  return i.space() == Space::global || i.space() == Space::generic;
}

}  // namespace

bool may_store_answer(const Module& module, const Function& kernel) {
  bool has_one = false;
  for_each_function_of(module, kernel, [&](const Function& f) {
    has_one |= std::ranges::any_of(f.body, may_write_to_global);
  });
  return has_one;
}

}  // namespace warplab::ptx
