#include "sim/steps/witness.hpp"

#include <bit>

#include "sim/state/launch_state.hpp"

namespace warplab::sim {
namespace {

data::TraceKind kind_of(AccessKind kind) {
  return kind == AccessKind::load    ? data::TraceKind::load
         : kind == AccessKind::store ? data::TraceKind::store
                                     : data::TraceKind::atomic;
}

}  // namespace

void Witness::launch_starts(const ObservedLaunch& launch) {
  launch_ = &launch.state;
  words.assign(launch.state.program->shared.window_bytes / 4, {});
  for (uint32_t k = 0; k < launch.instructions; ++k) {
    const ptx::Instruction* const ptx = launch.instruction(k).ptx;
    reads_constant_.push_back(ptx != nullptr && ptx->space() == ptx::Space::constant);
  }
}

void Witness::access(const AccessEvent& event) {
  data::LoggedAccess& access = accesses.emplace_back();
  access.block = event.at.block;
  access.warp = event.at.warp;
  access.instruction = event.at.instruction;
  access.mask = event.mask;
  access.line = launch_->program->sites[event.at.instruction].line;
  access.space = event.space == ptx::Space::shared       ? data::TraceSpace::shared
                 : event.space == ptx::Space::local      ? data::TraceSpace::local
                 : reads_constant_[event.at.instruction] ? data::TraceSpace::constant
                                                         : data::TraceSpace::global;
  access.kind = kind_of(event.kind);
  access.bytes = static_cast<uint8_t>(event.bytes);
  for (uint32_t m = event.mask; m != 0; m &= m - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(m));
    const uint64_t address = event.addresses[lane];
    access.addresses[lane] = address;
    if (event.space == ptx::Space::global && event.kind != AccessKind::load) {
      if (const Allocation* const a = launch_->memory.addresses->find(address, event.bytes))
        touched.about_to_write(*a, address, event.bytes);
    } else if (event.space == ptx::Space::shared) {
      const auto thread = static_cast<uint16_t>(event.at.warp * kLanes + lane + 1);
      for (uint64_t word = address / 4; word <= (address + event.bytes - 1) / 4; ++word) {
        if (word >= words.size()) break;
        if (event.kind != AccessKind::store) words[word].reader = thread;
        if (event.kind != AccessKind::load) words[word].writer = thread;
      }
    }
  }
}

}  // namespace warplab::sim
