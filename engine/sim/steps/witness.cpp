#include "sim/steps/witness.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "sim/state/launch_state.hpp"

namespace warplab::sim {
namespace {

data::TraceKind kind_of(AccessKind kind) {
  return kind == AccessKind::load    ? data::TraceKind::load
         : kind == AccessKind::store ? data::TraceKind::store
                                     : data::TraceKind::atomic;
}

}  // namespace

void Witness::launch_starts(LaunchState& launch) {
  launch_ = &launch;
  words.assign(launch.program->shared.window_bytes / 4, {});
  for (uint32_t k = 0; k < launch.program->sites.size(); ++k) {
    const ptx::Instruction* const ptx = observed_instruction(launch, k).ptx;
    reads_constant_.push_back(ptx != nullptr && ptx->space() == ptx::Space::constant);
  }
}

data::TraceSpace Witness::space_of(const AccessEvent& event) const {
  if (event.space == ptx::Space::shared) return data::TraceSpace::shared;
  if (event.space == ptx::Space::local) return data::TraceSpace::local;
  return reads_constant_[event.at.instruction] ? data::TraceSpace::constant
                                               : data::TraceSpace::global;
}

void Witness::note_reach(const AccessEvent& event) {
  Reach reach{std::numeric_limits<uint64_t>::max(), 0, position, space_of(event),
              event.kind != AccessKind::load};
  for (uint32_t m = event.mask; m != 0; m &= m - 1) {
    const uint64_t address = event.addresses[static_cast<size_t>(std::countr_zero(m))];
    reach.begin = std::min(reach.begin, address);
    reach.end = std::max(reach.end, address + event.bytes);
  }
  reaches->push_back(reach);
}

void Witness::keep(const AccessEvent& event) {
  data::LoggedAccess& access = accesses.emplace_back();
  access.block = event.at.block;
  access.warp = event.at.warp;
  access.instruction = event.at.instruction;
  access.mask = event.mask;
  access.line = launch_->program->sites[event.at.instruction].line;
  access.space = space_of(event);
  access.kind = kind_of(event.kind);
  access.bytes = static_cast<uint8_t>(event.bytes);
  for (uint32_t m = event.mask; m != 0; m &= m - 1) {
    const auto lane = static_cast<size_t>(std::countr_zero(m));
    access.addresses[lane] = event.addresses[lane];
  }
}

void Witness::make_changes_of_others() {
  const uint64_t number = seen.accesses++;
  for (; seen.changes < log->changes.size(); ++seen.changes) {
    const TurnLog::Change& change = log->changes[seen.changes];
    if (change.access != number) return;
    if (std::memcmp(change.line.host, change.content.data(), change.line.bytes) == 0) continue;
    LineWriters& writers = touched.about_to_write(change.line);
    for (size_t k = 0; k < change.line.bytes; ++k)
      if (change.line.host[k] != change.content[k]) writers[k / 4] = data::kAnotherBlock;
    std::memcpy(change.line.host, change.content.data(), change.line.bytes);
  }
}

void Witness::note_write(uint64_t address, uint32_t bytes, uint16_t thread) {
  const Allocation* const a = launch_->memory.addresses->find(address, bytes);
  if (!a) return;
  const uint64_t begin = address - a->begin, end = begin + bytes;
  each_line(*a, address, bytes, [&](const MemoryLine& line) {
    LineWriters& writers = touched.about_to_write(line);
    const auto from = static_cast<uint64_t>(line.host - a->host);
    for (uint64_t word = std::max(begin, from) / 4;
         4 * word < std::min(end, from + kMemoryLineBytes); ++word)
      writers[word - from / 4] = thread;
  });
}

void Witness::access(const AccessEvent& event) {
  if (log) make_changes_of_others();
  if (reaches) note_reach(event);
  else keep(event);
  const bool writes_global = event.space == ptx::Space::global && event.kind != AccessKind::load;
  if (!writes_global && event.space != ptx::Space::shared) return;
  for (uint32_t m = event.mask; m != 0; m &= m - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(m));
    const uint64_t address = event.addresses[lane];
    const auto thread = static_cast<uint16_t>(event.at.warp * kLanes + lane + 1);
    if (writes_global) {
      note_write(address, event.bytes, thread);
      continue;
    }
    for (uint64_t word = address / 4; word <= (address + event.bytes - 1) / 4; ++word) {
      if (word >= words.size()) break;
      if (event.kind != AccessKind::store) words[word].reader = thread;
      if (event.kind != AccessKind::load) words[word].writer = thread;
    }
  }
}

}  // namespace warplab::sim
