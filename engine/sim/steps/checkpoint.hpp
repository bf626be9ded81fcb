#pragma once
// A copy of the machine while a block is walked. Nothing moves while a walk is there: frames,
// reconvergence points and warps are taken from stores that only grow, so pointers are copied as
// they are, and what they point to is copied beside them.
#include <map>

#include "sim/steps/turns.hpp"
#include "sim/steps/witness.hpp"

namespace warplab::sim {

struct Checkpoint {
  uint32_t position = 0;
  Turns turns{0};
  uint64_t bytes = 0;  // about what it takes

  struct OpenFrame {
    size_t number = 0;  // in Runner::frames
    Frame frame;
    std::vector<std::byte> registers;
  };
  Block block;
  std::vector<Warp> warps;
  std::vector<std::vector<Reconvergence>> reconvergences;  // of each warp
  std::vector<OpenFrame> frames;
  size_t all_frames = 0;  // in Runner::frames
  std::vector<std::vector<Frame*>> free_frames;
  uint64_t stack_bytes = 0;
  std::map<std::pair<int, uint64_t>, RawFinding> findings;
  std::string output;
  bool output_limit_hit = false, fatal = false;
  DeviceHeap heap{nullptr};
  LaunchOutput printed;
  uint64_t work = 0;
  bool overspent = false, stop = false;
  std::vector<data::StepWord> words;
  TouchedMemory::Copy touched;
  Witness::Seen seen;
  uint32_t spins_in_polling_loop = 0;
};

Checkpoint make_checkpoint(Machine& machine, const Turns& turns, const Witness& witness,
                           uint32_t position);
void restore(const Checkpoint& checkpoint, Machine& machine, Turns& turns, Witness& witness);

}  // namespace warplab::sim
