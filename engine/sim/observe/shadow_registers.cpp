#include "sim/observe/shadow_registers.hpp"

#include <algorithm>
#include <unordered_set>

#include "sim/state/lanes.hpp"

namespace warplab::sim {
namespace {

// A look over all registers of a warp costs as much as to follow it for about as many
// micro-operations.
constexpr uint32_t kPatience = 16, kMostPatience = 256;

}  // namespace

void ShadowRegister::set_undefined(unsigned lane, uint64_t which, OriginNumber origin,
                                   unsigned width) {
  which &= low_bits(width);
  const uint32_t bit = 1u << lane;
  undefined &= ~bit, partial &= ~bit;
  if (which == 0) return;
  undefined |= bit;
  origins[lane] = origin;
  bits[lane] = which;
  if (which != low_bits(width)) partial |= bit;
}

void ShadowRegisters::launch_starts(const InstructionFacts& facts) {
  facts_ = &facts;
  blocks_.clear();
  bytes_of_slots_ = 0;
}

void ShadowRegisters::block_starts(const Block& block) {
  ShadowBlock& b = blocks_.start(block);
  while (b.warps.size() < block.warps.size()) b.warps.push_back(std::make_unique<ShadowWarp>());
  for (auto& w : b.warps) {
    for (auto& f : w->frames) f->frame = nullptr;
    w->last = nullptr;
    w->copied = w->patience = w->until_look = 0;
  }
  b.names.clear();
}

ShadowFrame& ShadowRegisters::frame(const Warp& w, const Frame* frame) {
  ShadowWarp& s = of(w);
  if (s.last && s.last->frame == frame) return *s.last;
  ShadowFrame* free = nullptr;
  for (auto& f : s.frames) {
    if (f->frame == frame) return *(s.last = f.get());
    if (f->frame == nullptr) free = f.get();
  }
  if (!free) {
    s.frames.push_back(std::make_unique<ShadowFrame>());
    free = s.frames.back().get();
  }
  free->frame = frame;
  // Its memory is kept when the function returns and the block ends, for whoever comes next.
  const size_t before = free->slots.capacity();
  free->slots.assign(facts_->slots(*frame->function), {});
  bytes_of_slots_ += (free->slots.capacity() - before) * sizeof(ShadowRegister);
  return *(s.last = free);
}

void ShadowRegisters::follow(Warp& w) {
  ShadowWarp& s = of(w);
  w.followed = true;
  s.patience = s.until_look = kPatience;
}

bool ShadowRegisters::holds_any(const Warp& w) {
  const ShadowWarp& s = of(w);
  const uint32_t alive = w.lanes & ~w.exited;
  uint32_t any = s.copied;
  for (const auto& f : s.frames)
    if (f->frame)
      for (const ShadowRegister& slot : f->slots) any |= slot.named | slot.undefined;
  return any & alive;
}

bool ShadowRegisters::goes_on_following(Warp& w) {
  ShadowWarp& s = of(w);
  if (s.until_look-- != 0) return true;
  if (!holds_any(w)) {
    w.followed = false;
    return false;
  }
  s.until_look = s.patience = std::min(2 * s.patience, kMostPatience);
  return true;
}

void ShadowRegisters::each_name(const std::function<void(const Block&, LoadName)>& use) {
  blocks_.each([&](const Block& block, ShadowBlock& b) {
    std::unordered_set<NameSet> seen;
    for (const auto& w : b.warps)
      for (const auto& f : w->frames) {
        if (!f->frame) continue;
        for (const ShadowRegister& s : f->slots)
          for_lanes(s.named, [&](unsigned l) {
            if (seen.insert(s.names[l]).second)
              b.names.each(s.names[l], [&](LoadName n) { use(block, n); });
          });
      }
    b.names.forget_done();
  });
}

uint64_t ShadowRegisters::bytes() const {
  uint64_t bytes = bytes_of_slots_;
  blocks_.each([&](const Block&, const ShadowBlock& b) { bytes += b.names.bytes(); });
  return bytes;
}

}  // namespace warplab::sim
