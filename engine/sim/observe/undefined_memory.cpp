#include "sim/observe/undefined_memory.hpp"

#include <algorithm>

#include "sim/state/suspects.hpp"

namespace warplab::sim {

using ptx::Space;

namespace {

// Of a node of a map of StoredWord, with what the allocator and the table add.
constexpr uint64_t kOfStoredWord = 56;

// A bit for each of `bytes`, 16 at most, at a multiple of that: among those of the 64 bytes around.
uint64_t bits_of_bytes(uint64_t begin, uint32_t bytes) {
  return ((uint64_t{1} << bytes) - 1) << begin % 64;
}

}  // namespace

UndefinedMemory::UndefinedMemory(std::span<const Buffer> buffers, const AddressSpace& addresses,
                                 std::vector<const std::vector<uint64_t>*> valued,
                                 UndefinedBook& book)
    : buffers_(buffers), addresses_(addresses), valued_(std::move(valued)), book_(book) {
  global_may_be_undefined_ =
      std::ranges::any_of(buffers, [](const Buffer& b) { return !b.initialized; }) ||
      std::ranges::any_of(addresses.allocations(), &Allocation::is_heap);
}

void UndefinedMemory::launch_starts(const LaunchState& launch) {
  suspects_ = launch.checks.suspects;
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

void UndefinedMemory::block_ends(const Block& block) {
  if (!blocks_.has(block)) return;
  BlockMemory& m = of(block);
  block_bytes_ -= m.counted;
  m = {};  // it may be much, and the next block may need none
  blocks_.end(block);
}

UndefinedMemory::StoredWord& UndefinedMemory::stored_word(
    BlockMemory& m, std::unordered_map<uint64_t, StoredWord>& words, uint64_t word) {
  const auto [it, is_new] = words.try_emplace(word);
  if (is_new) count(m, kOfStoredWord);
  return it->second;
}

void UndefinedMemory::frame_starts(const Warp& w, uint32_t lanes, uint32_t begin, uint32_t bytes) {
  if (bytes == 0) return;
  BlockMemory& m = of(*w.block);
  auto& local = m.local[w.index];
  if (local.size() < begin + bytes) {
    count(m, sizeof local[0] * (begin + bytes - local.size()));
    local.resize(begin + bytes);
  }
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

// Before the run.
bool UndefinedMemory::had_value(const Allocation& allocation, uint64_t address) const {
  const auto buffer = static_cast<size_t>(allocation.buffer);
  if (allocation.buffer < 0 || buffer >= valued_.size() || !valued_[buffer]) return false;
  const uint64_t byte = address - allocation.begin;
  return byte < allocation.bytes && ((*valued_[buffer])[byte / 64] >> byte % 64 & 1) != 0;
}

UndefinedMemory::Page& UndefinedMemory::page(const AccessEvent&, uint64_t address) {
  const uint64_t number = address / kPage;
  if (number == last_number_) return *last_page_;
  const auto [it, is_new] = pages_.try_emplace(number);
  if (is_new) {
    const Allocation* a = addresses_.find(address, 1);
    it->second.allocation = a;
    const bool starts_undefined =
        a && (a->buffer < 0 ? a->is_heap : !buffers_[static_cast<size_t>(a->buffer)].initialized);
    if (starts_undefined)
      for (uint64_t b = 0; b < kPage; ++b) {
        const uint64_t at = number * kPage + b;
        if (had_value(*a, at)) continue;
        if (!suspects_ || (a->contains(at, 1) && suspects_->global(*a, at, 1)))
          it->second.undefined[b / 64] |= 1ull << (b % 64);
      }
  }
  last_number_ = number;
  return *(last_page_ = &it->second);
}

OriginNumber UndefinedMemory::never_written(const AccessEvent& e, unsigned lane, uint64_t address) {
  return book_.origin({e.op->site, static_cast<uint32_t>(e.warp.block->linear),
                       e.warp.first_thread + lane, address, e.bytes, e.space});
}

OriginNumber UndefinedMemory::read(const AccessEvent& e, unsigned lane, uint32_t offset,
                                   uint32_t bytes, uint64_t& bits) {
  const uint64_t begin = e.addresses[lane] + offset;
  bits = 0;
  if (e.space == Space::global && !global_may_be_undefined_) return 0;
  OriginNumber first = 0;
  const auto note = [&](uint64_t b, const auto& stored, uint64_t word) {
    const auto it = stored.find(word);
    const uint8_t lost = it == stored.end() ? 0 : it->second.bits[b % 4];
    if (!first) first = lost ? it->second.origin : never_written(e, lane, begin);
    if (b - begin < 8) bits |= uint64_t{lost ? lost : uint8_t{0xff}} << 8 * (b - begin);
  };
  BlockMemory* const m = e.space == Space::global ? nullptr : &of(*e.warp.block);
  // Nearly always all of it has a value. What is aligned to its size lies in one word of bits.
  const uint64_t all = bits_of_bytes(begin, bytes);
  if (e.space == Space::global && !(page(e, begin).undefined[begin % kPage / 64] & all)) return 0;
  if (e.space == Space::shared && (m->defined[begin / 64] & all) == all) return 0;
  for (uint64_t b = begin; b < begin + bytes; ++b) {
    if (!(e.used_bytes >> ((b - e.addresses[lane]) & 31) & 1)) continue;
    if (e.space == Space::global) {
      const Page& p = page(e, b);
      if (p.undefined[b % kPage / 64] >> (b % 64) & 1) note(b, stored_, unit_of(p, b));
    } else if (e.space == Space::shared) {
      if (!(m->defined[b / 64] >> (b % 64) & 1)) note(b, m->shared_origins, b / 4);
    } else {
      const auto& local = m->local[e.warp.index];
      if (b >= local.size() || !(local[b] >> lane & 1))
        note(b, m->local_origins, local_word(e.warp, lane, b));
    }
  }
  return first;
}

uint64_t UndefinedMemory::local_word(const Warp& w, unsigned lane, uint64_t byte) {
  return uint64_t{w.index} << 40 | byte / 4 << 5 | lane;
}

void UndefinedMemory::write(const AccessEvent& e, unsigned lane, uint32_t offset, uint32_t bytes,
                            OriginNumber origin, uint64_t bits) {
  const uint64_t begin = e.addresses[lane] + offset;
  global_may_be_undefined_ |= e.space == Space::global && origin != 0;
  if (e.space == Space::global && !global_may_be_undefined_) return;
  BlockMemory* const m = e.space == Space::global ? nullptr : &of(*e.warp.block);
  const uint64_t all = bits_of_bytes(begin, bytes);
  if (origin == 0 && e.space == Space::shared) {
    m->defined[begin / 64] |= all;
    return;
  }
  if (origin == 0 && e.space == Space::global &&
      !(page(e, begin).undefined[begin % kPage / 64] & all))
    return;
  for (uint64_t b = begin; b < begin + bytes; ++b) {
    // Wider than a register: all of it, or nothing.
    const auto lost = static_cast<uint8_t>(b - begin < 8 ? bits >> 8 * (b - begin) : bits);
    const StoredByte byte{b, origin, origin == 0 ? uint8_t{0} : lost};
    if (e.space == Space::global) write_global(e, lane, byte);
    else if (e.space == Space::shared) write_shared(e, byte, *m);
    else write_local(e, lane, byte, *m);
  }
}

void UndefinedMemory::write_global(const AccessEvent& e, unsigned lane, const StoredByte& byte) {
  const uint64_t b = byte.at;
  Page& p = page(e, b);
  uint64_t& word = p.undefined[b % kPage / 64];
  const uint64_t bit = 1ull << (b % 64), unit = unit_of(p, b);
  if (byte.lost) {
    word |= bit;
    if (p.allocation && p.allocation->buffer >= 0)
      has_results_ |= is_result(buffers_[static_cast<size_t>(p.allocation->buffer)]);
    if (suspects_ && p.allocation && !suspects_->global(*p.allocation, b, 1))
      suspects_->mark_global(*p.allocation, b, 1);
    Stored& s = stored_[unit];
    s.origin = byte.origin;
    s.bits[b % 4] = byte.lost;
    s.site = site_of_student(e.warp, e.op);
    s.block = static_cast<uint32_t>(e.warp.block->linear);
    s.thread = e.warp.first_thread + lane;
    s.launch = book_.launch_number();
  } else if (word & bit) {
    word &= ~bit;
    const uint64_t others = unit == b && !is_word(p) ? 0 : word >> (unit % 64) & 0xf;
    if (others == 0 && !stored_.empty()) stored_.erase(unit);
  }
}

void UndefinedMemory::write_shared(const AccessEvent& e, const StoredByte& byte, BlockMemory& m) {
  const uint64_t b = byte.at, bit = 1ull << (b % 64);
  if (!byte.lost) {
    m.defined[b / 64] |= bit;
    return;
  }
  m.defined[b / 64] &= ~bit;
  StoredWord& s = stored_word(m, m.shared_origins, b / 4);
  s.origin = byte.origin;
  s.bits[b % 4] = byte.lost;
  if (suspects_ && !suspects_->shared(e.warp.block->linear, b, 1))
    suspects_->mark_shared(e.warp.block->linear, b, 1);
}

void UndefinedMemory::write_local(const AccessEvent& e, unsigned lane, const StoredByte& byte,
                                  BlockMemory& m) {
  const uint64_t b = byte.at;
  auto& local = m.local[e.warp.index];
  if (local.size() <= b) local.resize(b + 1);
  if (!byte.lost) {
    local[b] |= 1u << lane;
    return;
  }
  local[b] &= ~(1u << lane);
  StoredWord& s = stored_word(m, m.local_origins, local_word(e.warp, lane, b));
  s.origin = byte.origin;
  s.bits[b % 4] = byte.lost;
}

// Results are buffers that must be written and those that come with values, to be changed; what
// comes without and need not be written is scratch memory.
bool UndefinedMemory::is_result(const Buffer& buffer) {
  return buffer.must_be_written || buffer.initialized;
}

void UndefinedMemory::watch_results() {
  for (const auto& [address, s] : stored_)
    if (const Allocation* a = addresses_.find(address, 1)) suspects_->mark_global(*a, address, 1);
}

void UndefinedMemory::written_over(const AccessEvent& e) {
  if (e.space != Space::global) return;
  for (uint32_t lanes = e.watched; lanes; lanes &= lanes - 1)
    write(e, static_cast<unsigned>(std::countr_zero(lanes)), 0, e.bytes, 0, 0);
}

uint64_t UndefinedMemory::bytes() const {
  // Of a node of a map, with what the allocator adds.
  constexpr uint64_t kOfStored = 80, kOfPage = sizeof(Page) + 40;
  return stored_.size() * kOfStored + pages_.size() * kOfPage + block_bytes_;
}

void UndefinedMemory::report_results() {
  uint64_t next = 0;
  for (const auto& [address, s] : stored_) {
    if (address < next) continue;
    const Allocation* a = addresses_.find(address, 1);
    if (!a || a->buffer < 0 || !is_result(buffers_[static_cast<size_t>(a->buffer)])) continue;
    const uint32_t width = bytes_of(a->element);
    next = a->begin + (address - a->begin) / width * width + width;
    book_.add_result(s, address, width);
  }
}

}  // namespace warplab::sim
