#include "sim/observe/undefined_memory.hpp"

#include <algorithm>

#include "sim/execute/suspects.hpp"

namespace warplab::sim {

using ptx::Space;

UndefinedMemory::UndefinedMemory(std::span<const Buffer> buffers, const AddressSpace& addresses,
                                 UndefinedBook& book)
    : buffers_(buffers), addresses_(addresses), book_(book) {
  global_matters_ = std::ranges::any_of(buffers, [](const Buffer& b) { return !b.initialized; });
}

void UndefinedMemory::launch_starts(const LaunchState& launch) {
  suspects_ = launch.suspects;
  if (launch.launch->keep_variables) return;
  const auto is_variable = [&](uint64_t address) {
    const Allocation* a = addresses_.find(address, 1);
    return a && a->buffer < 0;
  };
  std::erase_if(pages_, [&](const auto& page) { return is_variable(page.first * kPage); });
  std::erase_if(stored_, [&](const auto& stored) { return is_variable(stored.first); });
  last_number_ = ~0ull;
}

void UndefinedMemory::block_starts(const Block& block) {
  BlockMemory& m = blocks_.start(block);
  m = {};
  m.defined.resize(block.shared.size() / 64 + 1);
  if (suspects_)
    for (uint64_t word = 0; word < block.shared.size() / 4; ++word)
      if (!suspects_->shared(block.linear, 4 * word, 4))
        m.defined[word / 16] |= 0xfull << (4 * word % 64);
  m.local.resize(block.warps.size());
}

void UndefinedMemory::block_ends(const Block& block) { blocks_.end(block); }

void UndefinedMemory::frame_starts(const Warp& w, uint32_t lanes, uint32_t begin, uint32_t bytes) {
  if (bytes == 0) return;
  auto& local = of(*w.block).local[w.index];
  if (local.size() < begin + bytes) local.resize(begin + bytes);
  for (uint32_t b = begin; b < begin + bytes; ++b) local[b] &= ~lanes;
}

bool UndefinedMemory::is_word(const Page& page) {
  return page.allocation && bytes_of(page.allocation->element) >= 4;
}

// An undefined value in one of its bytes is one of the word, or of the element where that is
// smaller.
uint64_t UndefinedMemory::unit_of(const Page& page, uint64_t address) {
  return is_word(page) ? address & ~3ull : address;
}

UndefinedMemory::Page& UndefinedMemory::page(const AccessEvent&, uint64_t address) {
  const uint64_t number = address / kPage;
  if (number == last_number_) return *last_page_;
  const auto [it, is_new] = pages_.try_emplace(number);
  if (is_new) {
    const Allocation* a = addresses_.find(address, 1);
    it->second.allocation = a;
    if (a && a->buffer >= 0 && !buffers_[static_cast<size_t>(a->buffer)].initialized)
      for (uint64_t b = 0; b < kPage; ++b) {
        const uint64_t at = number * kPage + b;
        if (!suspects_ || (a->contains(at, 1) && suspects_->global(*a, at, 1)))
          it->second.undefined[b / 64] |= 1ull << (b % 64);
      }
  }
  last_number_ = number;
  return *(last_page_ = &it->second);
}

OriginNumber UndefinedMemory::never_written(const AccessEvent& e, unsigned lane, uint64_t address) {
  return book_.origin({e.inst->site, static_cast<uint32_t>(e.warp.block->linear),
                       e.warp.first_thread + lane, address, e.bytes, e.space});
}

OriginNumber UndefinedMemory::read(const AccessEvent& e, unsigned lane, uint32_t offset,
                                   uint32_t bytes) {
  const uint64_t begin = e.addresses[lane] + offset;
  if (e.space == Space::global) {
    if (!global_matters_) return 0;
    for (uint64_t b = begin; b < begin + bytes; ++b) {
      if (!(e.used_bytes >> ((b - e.addresses[lane]) & 31) & 1)) continue;
      if (!(page(e, b).undefined[b % kPage / 64] >> (b % 64) & 1)) continue;
      const auto it = stored_.find(unit_of(page(e, b), b));
      return it != stored_.end() ? it->second.origin : never_written(e, lane, begin);
    }
    return 0;
  }
  BlockMemory& m = of(*e.warp.block);
  for (uint64_t b = begin; b < begin + bytes; ++b) {
    if (!(e.used_bytes >> ((b - e.addresses[lane]) & 31) & 1)) continue;
    if (e.space == Space::shared) {
      if (m.defined[b / 64] >> (b % 64) & 1) continue;
      const auto it = m.shared_origins.find(b / 4);
      return it != m.shared_origins.end() ? it->second : never_written(e, lane, begin);
    }
    const auto& local = m.local[e.warp.index];
    if (b < local.size() && (local[b] >> lane & 1)) continue;
    const auto it = m.local_origins.find(uint64_t{e.warp.index} << 40 | b << 5 | lane);
    return it != m.local_origins.end() ? it->second : never_written(e, lane, begin);
  }
  return 0;
}

void UndefinedMemory::write(const AccessEvent& e, unsigned lane, uint32_t offset, uint32_t bytes,
                            OriginNumber origin) {
  const uint64_t begin = e.addresses[lane] + offset;
  if (e.space == Space::global) {
    global_matters_ |= origin != 0;
    if (!global_matters_) return;
    for (uint64_t b = begin; b < begin + bytes; ++b) {
      Page& p = page(e, b);
      uint64_t& word = p.undefined[b % kPage / 64];
      const uint64_t bit = 1ull << (b % 64);
      if (origin) {
        word |= bit;
        if (p.allocation && p.allocation->buffer >= 0)
          has_results_ |= buffers_[static_cast<size_t>(p.allocation->buffer)].must_be_written;
        if (suspects_ && p.allocation && !suspects_->global(*p.allocation, b, 1))
          suspects_->mark_global(*p.allocation, b, 1);
        stored_[unit_of(p, b)] = {origin, e.inst->site, static_cast<uint32_t>(e.warp.block->linear),
                                  e.warp.first_thread + lane, book_.launch_number()};
      } else if (word & bit) {
        word &= ~bit;
        const uint64_t unit = unit_of(p, b);
        const uint64_t others = unit == b && !is_word(p) ? 0 : word >> (unit % 64) & 0xf;
        if (others == 0 && !stored_.empty()) stored_.erase(unit);
      }
    }
    return;
  }
  BlockMemory& m = of(*e.warp.block);
  for (uint64_t b = begin; b < begin + bytes; ++b) {
    if (e.space == Space::shared) {
      const uint64_t bit = 1ull << (b % 64);
      if (origin) {
        m.defined[b / 64] &= ~bit;
        m.shared_origins[b / 4] = origin;
        if (suspects_ && !suspects_->shared(e.warp.block->linear, b, 1))
          suspects_->mark_shared(e.warp.block->linear, b, 1);
      } else {
        m.defined[b / 64] |= bit;
      }
    } else {
      auto& local = m.local[e.warp.index];
      if (local.size() <= b) local.resize(b + 1);
      if (origin) {
        local[b] &= ~(1u << lane);
        m.local_origins[uint64_t{e.warp.index} << 40 | b << 5 | lane] = origin;
      } else {
        local[b] |= 1u << lane;
      }
    }
  }
}

void UndefinedMemory::watch_results() {
  for (const auto& [address, s] : stored_)
    if (const Allocation* a = addresses_.find(address, 1)) suspects_->mark_global(*a, address, 1);
}

void UndefinedMemory::written_over(const AccessEvent& e) {
  if (e.space != Space::global) return;
  for (uint32_t lanes = e.watched; lanes; lanes &= lanes - 1)
    write(e, static_cast<unsigned>(std::countr_zero(lanes)), 0, e.bytes, 0);
}

uint64_t UndefinedMemory::bytes() const {
  // Of a node of a map, with what the allocator adds.
  constexpr uint64_t kOfStored = 72, kOfPage = sizeof(Page) + 40;
  return stored_.size() * kOfStored + pages_.size() * kOfPage;
}

void UndefinedMemory::report_results() {
  uint64_t next = 0;
  for (const auto& [address, s] : stored_) {
    if (address < next) continue;
    const Allocation* a = addresses_.find(address, 1);
    if (!a || a->buffer < 0 || !buffers_[static_cast<size_t>(a->buffer)].must_be_written) continue;
    const uint32_t width = bytes_of(a->element);
    next = a->begin + (address - a->begin) / width * width + width;
    book_.add(UndefinedUse::result, s.launch == book_.launch_number() ? s.site : ~0u, s.block,
              s.thread, s.origin, address, width);
  }
}

}  // namespace warplab::sim
