#pragma once
// Whose turn it is, one instruction at a time: an order that can be stopped between any two
// instructions, copied, and taken up again. It is that of run_block() (execute/block.cpp), the
// random schedule (execute/scheduled.cpp) where the grid has one block, or a log of the turns that
// the block had among others.
#include "sim/execute/random_order.hpp"
#include "sim/steps/machine.hpp"

namespace warplab::sim {

// Where the turns are. A copy of it, with a copy of the machine, goes on in the same way.
struct Turns {
  explicit Turns(uint64_t seed) : random(seed) {}

  size_t warp = 0;         // whose turn it is, or who is looked at next
  bool in_turn = false;    // its turn has begun
  bool any = false;        // some warp had a turn in this round
  bool progress = false;   // and did more than spin
  bool only_spun = false;  // in the last round all that had a turn only spun
  bool over = false;       // the block has ended
  // Of a random order: the micro-operations that are left of this turn, Warp::steps at its begin,
  // and the instructions of all turns so far.
  Random random;
  uint64_t left = 0, steps_before = 0, spent = 0;
  // Of a log: the next turn, or the one that has begun; it went on in another way than it did then.
  size_t logged = 0;
  bool departs = false;
};

// To the next instruction that a warp is about to execute: it stands at Warp::pc of the warp whose
// turn it is. False: the block has ended.
bool to_next_instruction(Machine& machine, Turns& turns);
// Executes that instruction. (What belongs to it but comes after others, such as the end of a wait,
// comes with a later to_next_instruction().)
void execute_instruction(Machine& machine, Turns& turns);

}  // namespace warplab::sim
