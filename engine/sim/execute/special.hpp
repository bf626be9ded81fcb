#pragma once
// Handlers for what is neither arithmetic nor memory: guards, addresses of windows, fences, traps,
// and moves between registers and their parts.
#include "sim/state/runner.hpp"

namespace warplab::sim {

// Runs MicroOp::inner for the lanes whose guard is true.
const MicroOp* guarded(Warp&, const MicroOp*);
// d (64-bit) = the running frame's local variables + imm.
const MicroOp* local_address(Warp&, const MicroOp*);
const MicroOp* local_address_narrow(Warp&, const MicroOp*);
// d (predicate) = a (64-bit, generic) lies in the window that starts at imm; 0: global or, with
// this flag, constant.
constexpr uint32_t kIsConstant = 1;
const MicroOp* is_in_space(Warp&, const MicroOp*);
const MicroOp* do_nothing(Warp&, const MicroOp*);
// a: nanoseconds; imm: whether it stands in a loop that only waits; slot: for its weight.
const MicroOp* sleep(Warp&, const MicroOp*);
// In front of addc, subc or madc whose carry nothing has set (imm 0) or an instruction of the other
// kind (1).
const MicroOp* undefined_carry(Warp&, const MicroOp*);
const MicroOp* memory_fence(Warp&, const MicroOp*);  // imm: AccessScope, kind: FenceKind
const MicroOp* trap(Warp&, const MicroOp*);
const MicroOp* breakpoint(Warp&, const MicroOp*);
// mov between a register and its parts (vector: their places; flags: bytes a part, 2, 4 or 8).
// Null: PTX has none of so many such parts.
Handler pack_handler(unsigned bytes_of_part, size_t parts);
Handler unpack_handler(unsigned bytes_of_part, size_t parts);
const MicroOp* move_wide_low(Warp&, const MicroOp*);  // a 64-bit register read as 32-bit

}  // namespace warplab::sim
