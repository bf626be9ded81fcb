#include "sim/steps/checkpoint.hpp"

#include <algorithm>

namespace warplab::sim {
namespace {

// Marks of the cheap check, which a walk does not make, are as large as shared memory twice.
Block copy_of(Block& block) {
  SharedTracking kept = std::move(block.tracking);
  block.tracking = {};
  Block copy = block;
  block.tracking = std::move(kept);
  return copy;
}

uint64_t size_of(const Checkpoint& c) {
  uint64_t bytes = sizeof c + c.block.shared.size() + c.output.size() + c.touched.bytes.size() +
                   c.touched.writers.size() * sizeof(LineWriters) +
                   c.words.size() * sizeof(data::StepWord);
  for (const Warp& w : c.warps)
    bytes += sizeof w + w.local.size() + 4 * (w.local_written.size() + w.left_at.size());
  for (const auto& reconvergences : c.reconvergences)
    bytes += reconvergences.size() * sizeof(Reconvergence);
  for (const Checkpoint::OpenFrame& f : c.frames) bytes += sizeof f + f.registers.size();
  return bytes;
}

void copy_frames(const Runner& runner, Checkpoint& c) {
  for (size_t k = 0; k < runner.frames.size(); ++k) {
    const Frame& frame = runner.frames[k];
    if (frame.live == 0) continue;
    const std::byte* const registers = frame.registers;
    c.frames.push_back({k, frame, std::vector(registers, registers + frame.function->frame_bytes)});
  }
  c.all_frames = runner.frames.size();
  c.free_frames = runner.free_frames;
  c.stack_bytes = runner.stack_bytes;
}

void restore_frames(const Checkpoint& c, Runner& runner) {
  for (const Checkpoint::OpenFrame& f : c.frames) {
    Frame& frame = runner.frames[f.number];
    frame = f.frame;
    std::ranges::copy(f.registers, frame.registers);
  }
  runner.free_frames = c.free_frames;
  // Those that were made later are free now.
  for (size_t k = c.all_frames; k < runner.frames.size(); ++k) {
    Frame& frame = runner.frames[k];
    frame.live = 0;
    runner.free_frames[frame.function->ptx_function].push_back(&frame);
  }
  runner.stack_bytes = c.stack_bytes;
}

}  // namespace

Checkpoint make_checkpoint(Machine& machine, const Turns& turns, const Witness& witness,
                           uint32_t position) {
  Checkpoint c;
  c.position = position;
  c.turns = turns;
  c.block = copy_of(*machine.block);
  for (const Warp* w : machine.block->warps) {
    c.warps.push_back(*w);
    auto& reconvergences = c.reconvergences.emplace_back();
    if (w->reconvergences)
      reconvergences.assign(w->reconvergences->begin(), w->reconvergences->end());
  }
  const Runner& runner = machine.runner;
  copy_frames(runner, c);
  c.findings = runner.findings;
  c.output = runner.output;
  c.output_limit_hit = runner.output_limit_hit;
  c.fatal = runner.fatal;
  c.heap = *machine.heap;
  c.printed = machine.launch.printed;
  c.work = machine.launch.progress.work;
  c.overspent = machine.launch.progress.overspent;
  c.stop = machine.launch.progress.stop;
  c.words = witness.words;
  c.touched = witness.touched.copy();
  c.seen = witness.seen;
  c.spins_in_polling_loop = machine.launch.order.spins_in_polling_loop;
  c.bytes = size_of(c);
  return c;
}

void restore(const Checkpoint& c, Machine& machine, Turns& turns, Witness& witness) {
  turns = c.turns;
  Block& block = *machine.block;
  SharedTracking kept = std::move(block.tracking);
  block = c.block;
  block.tracking = std::move(kept);
  for (size_t k = 0; k < c.warps.size(); ++k) {
    Warp& w = *block.warps[k];
    const auto reconvergences = w.reconvergences;  // made since then, perhaps
    w = c.warps[k];
    w.reconvergences = reconvergences;
    if (!reconvergences) continue;
    std::ranges::copy(c.reconvergences[k], reconvergences->begin());
    for (size_t m = c.reconvergences[k].size(); m < reconvergences->size(); ++m)
      w.free_reconvergences.push_back(&(*reconvergences)[m]);
  }
  Runner& runner = machine.runner;
  restore_frames(c, runner);
  runner.findings = c.findings;
  runner.output = c.output;
  runner.output_limit_hit = c.output_limit_hit;
  runner.fatal = c.fatal;
  *machine.heap = c.heap;
  machine.launch.printed = c.printed;
  machine.launch.progress.work = c.work;
  machine.launch.progress.overspent = c.overspent;
  machine.launch.progress.stop = c.stop;
  witness.words = c.words;
  witness.touched.restore(c.touched);
  witness.seen = c.seen;
  machine.launch.order.spins_in_polling_loop = c.spins_in_polling_loop;
}

}  // namespace warplab::sim
