#pragma once
// How much work a kernel makes, in units that are the same on every machine: what limits count, so
// that a kernel which never ends is ended after about the same time, whatever it does.
#include <cstdint>

#include "ptx/module.hpp"
#include "sim/access.hpp"

namespace warplab::sim {

// Units of one warp instruction, whichever of its lanes take part: 1, or more where the host takes
// longer. On a 3 GHz core a unit takes 5 to 30 ns.
uint32_t work_of(const ptx::Instruction& instruction);

// What an instruction of a warp takes of a GPU, in simple ones: Counter::weighted_instructions. 1,
// but for those that take far longer than any of a right kernel and could be repeated for nothing.
uint32_t weight_of(const ptx::Module& module, const ptx::Instruction& instruction);

// The same of `nanosleep`, which weighs 1 by itself, by the longest time that one of its lanes
// names: as many as nanoseconds, up to those of a millisecond. In a loop that only waits
// (sim/wait_loops.hpp) it leaves the GPU to those for whom it waits, and 64 ns are one.
uint64_t weight_of_sleep(uint32_t nanoseconds, bool waits);

// Beyond that:
// - an atomic makes a unit for each lane and each element that it updates, and so does whatever
//   lanes do to barrier objects, each time that they do it;
// - an access to memory of malloc(), a wrong access and a wrong free() make one for each lane;
// - a load or store makes this for `lanes` lanes, where they access local memory, are not all lanes
//   of the warp, or have addresses that are not evenly spaced, or (except generic ones) are so far
//   apart in global memory.
constexpr uint64_t work_of_scattered(uint32_t lanes) { return (lanes + 3) / 4; }

// Evenly spaced lanes that meet 32 sectors of other memory, which takes the host as long as if they
// were anywhere.
constexpr bool is_far_apart(int64_t stride) { return stride >= 32 || stride <= -32; }

// An access of global memory, generic or not, whose lanes are not all 32 and evenly spaced makes
// more work for each lane that is 4 KiB or more away from the active lane before it: such lanes
// miss the host's caches, and those of a store miss as many pages of shadow cells. Lanes that may
// not make the access and lanes in the heap do not count. The distance decides and not the page,
// since where a buffer lies must not matter.
constexpr bool is_other_page(uint64_t address, uint64_t before) {
  return (address > before ? address - before : before - address) >> 12 != 0;
}
constexpr uint64_t work_of_other_pages(AccessKind kind, uint32_t pages) {
  return uint64_t{pages} * (kind == AccessKind::store ? 4 : kind == AccessKind::atomic ? 2 : 1);
}

// What a sweep (run/pass.hpp) makes beyond that, as it looks at who has written where threads
// store: for `lanes` one by one, and for a row of all 32, perhaps with what is there (`meets`:
// others have stored there). Only sweeps know, so it is counted apart: Report::swept_work.
constexpr uint64_t work_of_swept_lanes(uint32_t lanes) { return lanes; }
constexpr uint64_t work_of_swept_row(int64_t stride, bool meets) {
  return is_far_apart(stride) ? 64 : meets ? 24 : 0;
}

// A variable of the device that is larger than 64 KiB lies in pages which the host makes when they
// are first needed, together with those of its cells: a store or an atomic that is the first to
// reach 1024 units (sim/state/tracking.hpp) makes this, apart, too. From a quarter of them on all
// are made together, for a quarter of that each.
constexpr uint64_t kWorkOfNewPage = 256;

// Of a call of `function`: a unit for each 64 bytes of parameters, results and `.param` variables.
uint32_t work_of_call(const ptx::Function& function);

}  // namespace warplab::sim
