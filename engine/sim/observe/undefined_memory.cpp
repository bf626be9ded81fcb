#include "sim/observe/undefined_memory.hpp"

#include <algorithm>

namespace warplab::sim {

using ptx::Space;

UndefinedMemory::UndefinedMemory(std::span<const Buffer> buffers, const AddressSpace& addresses,
                                 UndefinedBook& book)
    : buffers_(buffers), addresses_(addresses), book_(book) {
  global_matters_ = std::ranges::any_of(buffers, [](const Buffer& b) { return !b.initialized; });
}

void UndefinedMemory::block_starts(const Block& block) {
  BlockMemory& m = blocks_.start(block);
  m = {};
  m.defined.resize(block.shared.size() / 64 + 1);
  m.local.resize(block.warps.size());
}

void UndefinedMemory::block_ends(const Block& block) { blocks_.end(block); }

void UndefinedMemory::frame_starts(const Warp& w, uint32_t lanes, uint32_t begin, uint32_t bytes) {
  if (bytes == 0) return;
  auto& local = of(*w.block).local[w.index];
  if (local.size() < begin + bytes) local.resize(begin + bytes);
  for (uint32_t b = begin; b < begin + bytes; ++b) local[b] &= ~lanes;
}

UndefinedMemory::Page& UndefinedMemory::page(const AccessEvent&, uint64_t address) {
  const uint64_t number = address / kPage;
  if (number == last_number_) return *last_page_;
  const auto [it, is_new] = pages_.try_emplace(number);
  if (is_new) {
    const Allocation* a = addresses_.find(address, 1);
    if (a && a->buffer >= 0 && !buffers_[static_cast<size_t>(a->buffer)].initialized)
      it->second.undefined.fill(~0ull);
  }
  last_number_ = number;
  return *(last_page_ = &it->second);
}

OriginNumber UndefinedMemory::never_written(const AccessEvent& e, unsigned lane, uint64_t address) {
  return book_.origin({e.inst->site, static_cast<uint32_t>(e.warp.block->linear),
                       e.warp.first_thread + lane, address, e.bytes, e.space});
}

OriginNumber UndefinedMemory::read(const AccessEvent& e, unsigned lane, uint32_t offset,
                                   uint32_t bytes, uint64_t& bits) {
  const uint64_t begin = e.addresses[lane] + offset;
  bits = 0;
  if (e.space == Space::global && !global_matters_) return 0;
  OriginNumber first = 0;
  // `of` is what was stored in byte b without having a value, or null where nothing was stored.
  const auto note = [&](uint64_t b, const auto* of) {
    if (!first) first = of ? of->origin : never_written(e, lane, begin);
    const uint64_t byte = of ? of->bits : 0xff;
    if (b - begin < 8) bits |= byte << 8 * (b - begin);
  };
  BlockMemory* const m = e.space == Space::global ? nullptr : &of(*e.warp.block);
  for (uint64_t b = begin; b < begin + bytes; ++b) {
    if (!(e.used_bytes >> ((b - e.addresses[lane]) & 31) & 1)) continue;
    if (e.space == Space::global) {
      if (!(page(e, b).undefined[b % kPage / 64] >> (b % 64) & 1)) continue;
      const auto it = stored_.find(b);
      note(b, it != stored_.end() ? &it->second : nullptr);
    } else if (e.space == Space::shared) {
      if (m->defined[b / 64] >> (b % 64) & 1) continue;
      const auto it = m->shared_origins.find(b);
      note(b, it != m->shared_origins.end() ? &it->second : nullptr);
    } else {
      const auto& local = m->local[e.warp.index];
      if (b < local.size() && (local[b] >> lane & 1)) continue;
      const auto it = m->local_origins.find(uint64_t{e.warp.index} << 40 | b << 5 | lane);
      note(b, it != m->local_origins.end() ? &it->second : nullptr);
    }
  }
  return first;
}

void UndefinedMemory::write(const AccessEvent& e, unsigned lane, uint32_t offset, uint32_t bytes,
                            OriginNumber origin, uint64_t bits) {
  const uint64_t begin = e.addresses[lane] + offset;
  global_matters_ |= e.space == Space::global && origin != 0;
  if (e.space == Space::global && !global_matters_) return;
  BlockMemory* const m = e.space == Space::global ? nullptr : &of(*e.warp.block);
  for (uint64_t b = begin; b < begin + bytes; ++b) {
    // Wider than a register: all of it, or nothing.
    const auto lost = static_cast<uint8_t>(b - begin < 8 ? bits >> 8 * (b - begin) : bits);
    const bool undefined = origin != 0 && lost != 0;
    if (e.space == Space::global) {
      uint64_t& word = page(e, b).undefined[b % kPage / 64];
      const uint64_t bit = 1ull << (b % 64);
      if (undefined) {
        word |= bit;
        stored_[b] = {origin,
                      lost,
                      site_of_student(e.warp, e.inst),
                      static_cast<uint32_t>(e.warp.block->linear),
                      e.warp.first_thread + lane,
                      book_.launch_number()};
      } else if (word & bit) {
        word &= ~bit;
        if (!stored_.empty()) stored_.erase(b);
      }
    } else if (e.space == Space::shared) {
      const uint64_t bit = 1ull << (b % 64);
      if (undefined) {
        m->defined[b / 64] &= ~bit;
        m->shared_origins[b] = {origin, lost};
      } else {
        m->defined[b / 64] |= bit;
      }
    } else {
      auto& local = m->local[e.warp.index];
      if (local.size() <= b) local.resize(b + 1);
      if (undefined) {
        local[b] &= ~(1u << lane);
        m->local_origins[uint64_t{e.warp.index} << 40 | b << 5 | lane] = {origin, lost};
      } else {
        local[b] |= 1u << lane;
      }
    }
  }
}

void UndefinedMemory::report_results() {
  uint64_t next = 0;
  for (const auto& [address, s] : stored_) {
    if (address < next) continue;
    const Allocation* a = addresses_.find(address, 1);
    if (!a || a->buffer < 0) continue;
    // Results are buffers that must be written and those that come with values, to be changed; what
    // comes without and need not be written is scratch memory.
    const Buffer& buffer = buffers_[static_cast<size_t>(a->buffer)];
    if (!buffer.must_be_written && !buffer.initialized) continue;
    const uint32_t width = bytes_of(a->element);
    next = a->begin + (address - a->begin) / width * width + width;
    book_.add(UndefinedUse::result, s.launch == book_.launch_number() ? s.site : ~0u, s.block,
              s.thread, s.origin, address, width);
  }
}

}  // namespace warplab::sim
