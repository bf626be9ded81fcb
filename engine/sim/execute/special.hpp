#pragma once
// Handlers for what is neither arithmetic nor memory: guards, addresses of windows, fences, traps,
// and moves between registers and their parts.
#include "sim/state/runner.hpp"

namespace warplab::sim {

// Runs Record::inner for the lanes whose guard is true.
const Record* guarded(Warp&, const Record*);
// d (64-bit) = the running frame's local variables + imm.
const Record* local_address(Warp&, const Record*);
const Record* local_address_narrow(Warp&, const Record*);
// d (predicate) = a (64-bit, generic) lies in the window that starts at imm; 0: global or, with
// this flag, constant.
constexpr uint32_t kIsConstant = 1;
const Record* is_in_space(Warp&, const Record*);
const Record* do_nothing(Warp&, const Record*);
// a: nanoseconds; imm: whether it stands in a loop that only waits; aux: slot for its weight.
const Record* sleep(Warp&, const Record*);
// In front of addc, subc or madc whose carry nothing has set (imm 0) or an instruction of the other
// kind (1).
const Record* undefined_carry(Warp&, const Record*);
const Record* memory_fence(Warp&, const Record*);  // imm: AccessScope, aux: FenceKind
const Record* trap(Warp&, const Record*);
const Record* breakpoint(Warp&, const Record*);
// mov between a register and its parts (aux: their places; flags: bytes a part, 2, 4 or 8). Null:
// PTX has none of so many such parts.
Handler pack_handler(unsigned bytes_of_part, size_t parts);
Handler unpack_handler(unsigned bytes_of_part, size_t parts);
const Record* move_wide_low(Warp&, const Record*);  // a 64-bit register read as 32-bit

}  // namespace warplab::sim
