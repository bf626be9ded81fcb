#include "sim/observe/stored_value.hpp"

#include <algorithm>
#include <cstring>

#include "sim/program/instruction_flags.hpp"

namespace warplab::sim {

namespace {

// The element that the byte at `offset` belongs to, moved so that this byte is its lowest.
uint64_t element_from(const AccessEvent& e, unsigned lane, uint32_t offset) {
  const MicroOp* i = e.op;
  const uint32_t element = element_bytes(i);
  const Place place =
      vector_width(i) == 1
          ? i->d
          : e.warp.runner->launch->program->vectors[i->vector].places[offset / element];
  const bool wide = i->flags & access_flag::kWideRegister;
  const uint64_t value = wide ? e.warp.at<uint64_t>(place)[lane] : e.warp.at<uint32_t>(place)[lane];
  return value >> 8 * (offset % element);
}

}  // namespace

uint8_t byte_to_store(const AccessEvent& e, unsigned lane, uint32_t offset) {
  return static_cast<uint8_t>(element_from(e, lane, offset));
}

uint32_t word_to_store(const AccessEvent& e, unsigned lane, uint32_t offset) {
  const uint32_t element = element_bytes(e.op);
  if (element >= 4 && offset % 4 == 0) return static_cast<uint32_t>(element_from(e, lane, offset));
  uint32_t word = 0;
  for (uint32_t b = 0; b < std::min(e.bytes, 4u); ++b)
    word |= uint32_t{byte_to_store(e, lane, offset + b)} << 8 * b;
  return word;
}

const std::byte* memory_at(const AccessEvent& e, uint64_t address, uint32_t bytes) {
  if (e.space == ptx::Space::shared) return e.warp.block->shared.data() + address;
  const Allocation* a = e.warp.runner->launch->memory.addresses->find(address, bytes);
  return a ? a->host + (address - a->begin) : nullptr;
}

bool CompareAndSwap::stores(unsigned lane) {
  const uint64_t address = event_.addresses[lane];
  Wide now = 0;
  if (const std::byte* from = memory_at(event_, address, event_.bytes))
    std::memcpy(&now, from, event_.bytes);
  for (unsigned k = 0; k < count_; ++k)
    if (stored_[k].address == address) now = stored_[k].value;
  const auto operand = [&](Place place) -> Wide {
    if (event_.bytes == 16) return event_.warp.at<Wide>(place)[lane];
    if (event_.bytes == 8) return event_.warp.at<uint64_t>(place)[lane];
    const uint64_t v = event_.warp.at<uint32_t>(place)[lane];
    return event_.bytes == 2 ? v & 0xffff : v;
  };
  if (now != operand(event_.op->b)) return false;
  stored_[count_++] = {address, operand(event_.op->c)};
  return true;
}

}  // namespace warplab::sim
