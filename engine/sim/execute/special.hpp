#pragma once
// Handlers for what is neither arithmetic nor memory: special registers, addresses of windows,
// guards, and the built-in functions printf, assert, malloc and free.
#include "sim/state/runner.hpp"

namespace warplab::sim {

// Runs Inst::inner for the lanes whose guard is true.
const Inst* guarded(Warp&, const Inst*);
// d = the special register of this name, or null where we have none of it. 64-bit ones say so.
struct SpecialRegister {
  Handler read = nullptr;
  bool wide = false;
  // Its value depends on the order of execution or on the machine: clocks, and which warp,
  // multiprocessor and grid this is for the hardware.
  bool is_of_no_order = false;
};
SpecialRegister special_register(std::string_view name);
// d (64-bit) = the running frame's local variables + imm.
const Inst* local_address(Warp&, const Inst*);
const Inst* local_address_narrow(Warp&, const Inst*);
// d (predicate) = a (64-bit, generic) lies in the window that starts at imm; 0: global or, with
// this flag, constant.
constexpr uint32_t kIsConstant = 1;
const Inst* is_in_space(Warp&, const Inst*);
const Inst* do_nothing(Warp&, const Inst*);
// In front of addc, subc or madc whose carry nothing has set (imm 0) or an instruction of the other
// kind (1).
const Inst* undefined_carry(Warp&, const Inst*);
const Inst* memory_fence(Warp&, const Inst*);  // imm: AccessScope
const Inst* trap(Warp&, const Inst*);
// Vector moves. aux: places of the parts, flags: bytes a part (2 or 4 or 8).
const Inst* pack(Warp&, const Inst*);
const Inst* unpack(Warp&, const Inst*);
const Inst* move_wide_low(Warp&, const Inst*);  // a 64-bit register read as 32-bit
// aux: call site.
const Inst* call_printf(Warp&, const Inst*);
const Inst* call_assert_fail(Warp&, const Inst*);
const Inst* call_malloc(Warp&, const Inst*);
const Inst* call_free(Warp&, const Inst*);

}  // namespace warplab::sim
