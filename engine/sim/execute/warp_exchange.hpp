#pragma once
// shfl, vote, match, redux, activemask and elect. PTX ISA, "Parallel Synchronization and
// Communication Instructions".
#include "sim/state/runner.hpp"

namespace warplab::sim {

// d, a, b, c as in PTX; imm: place of the member mask; fifth: place of the predicate result or
// kNowhere.
enum class Shuffle : uint32_t { up, down, butterfly, index };
Handler shuffle_handler(Shuffle mode);
// d; a: predicate; flags: kVoteNegated; imm: member mask's place.
constexpr uint32_t kVoteNegated = 1;
enum class Vote : uint32_t { all, any, uniform, ballot };
Handler vote_handler(Vote mode);
// d: mask; a: value; fifth: predicate (all); imm: member mask's place.
Handler match_handler(bool all, bool wide);
enum class Reduction : uint32_t {
  add,
  min_signed,
  min_unsigned,
  max_signed,
  max_unsigned,
  and_,
  or_,
  xor_
};
Handler reduction_handler(Reduction mode);
const MicroOp* active_mask(Warp&, const MicroOp*);
const MicroOp* elect(Warp&, const MicroOp*);

}  // namespace warplab::sim
