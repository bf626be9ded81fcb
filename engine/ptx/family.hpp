#pragma once
// Of which kind an instruction is. Apart from the table of opcodes, so that the loops over 32 lanes
// are not compiled anew for each row that it gets.
#include <cstdint>

namespace warplab::ptx {

enum class Family : uint8_t {
  compute,  // registers to registers, each lane by itself
  address,  // cvta, isspacep: windows of the generic address space
  load,     // ld, ldu
  store,    // st
  atomic,   // atom, red
  copy,     // cp.async
  branch,   // bra, brx
  leave,    // ret, exit: lanes end a call or themselves
  trap,     // the launch ends
  call,
  barrier,   // of the block or the warp
  object,    // mbarrier: barrier objects in shared memory
  exchange,  // shfl, vote, match, redux: values go from lane to lane
  members,   // activemask, elect: which lanes are here
  matrix,    // wmma, mma, ldmatrix: what a warp holds together
  fence,     // membar, fence
  hint,      // nothing that a value or an address depends on
};

}  // namespace warplab::ptx
