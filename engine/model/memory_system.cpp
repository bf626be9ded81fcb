#include "model/memory_system.hpp"

#include <algorithm>

#include "model/spread.hpp"

namespace warplab::model {
namespace {

using data::TraceAccess;
using data::TraceKind;
using data::TraceLine;
using data::TraceSpace;

constexpr double kSector = 32;
constexpr double kWarpLanes = 32;

// GB/s as bytes a clk.
double bytes_per_clk(const Gpu& gpu, double gbps) { return gbps * 1000 / gpu.clock_mhz; }

// Of four sectors; not every processor that this runs on counts bits by itself.
int count(unsigned sectors) {
  constexpr uint8_t kBits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
  return kBits[sectors & 15];
}

}  // namespace

MemorySystem::MemorySystem(const Gpu& gpu, const PreparedLaunch& launch,
                           const MemoryConditions& conditions)
    : gpu_(gpu),
      footprint_(launch.footprint),
      sharers_(std::max(conditions.sharers, 1.0)),
      l1_(static_cast<uint64_t>(std::max(conditions.l1_bytes, 0.0)), gpu.l1_ways),
      in_flight_(gpu.l1_sectors_in_flight, 0.0),
      owed_loads_(footprint_.buffers.size(), 0.5),
      owed_again_(footprint_.buffers.size(), 0.5),
      owed_writes_(footprint_.buffers.size(), 0.5),
      owed_evictions_(footprint_.buffers.size(), 0.5),
      slices_(gpu.atomic_slices) {
  l2_clk_per_byte_ = 1 / std::min(gpu.l2_port_bytes_per_clk, gpu.l2_bytes_per_clk / sharers_);
  l2_write_clk_per_byte_ =
      1 / std::min(gpu.l2_write_port_bytes_per_clk, gpu.l2_write_bytes_per_clk / sharers_);
  double loaded = 0, written = 0;
  for (const BufferFootprint& b : footprint_.buffers)
    loaded += b.loaded_32, written += b.written_32;
  // A cache of C bytes that W bytes go through in turn keeps C / W of them, at random.
  const auto l2_bytes = static_cast<double>(gpu.l2_bytes);
  miss_again_ = 0;
  if (footprint_.bytes > l2_bytes && conditions.resident_bytes > l2_bytes)
    miss_again_ = 1 - l2_bytes / conditions.resident_bytes;
  const double dirty = l2_bytes * gpu.l2_dirty_part;
  written_out_ = written > dirty ? 1 - dirty / written : 0;
  drives_out_ = std::min(1.0, dirty / std::max(loaded + written, 1.0));
  // Reads and writes in turn cost DRAM more than either alone. One multiprocessor alone gets no
  // more than its port lets through.
  const double out = written * written_out_ + (loaded + written) * drives_out_;
  // A fifth: with less, what is driven out of L2 at the start is all of it.
  const bool is_mixed = out > 0.2 * loaded;
  dram_part_ = is_mixed ? gpu.dram_mixed_part : gpu.dram_read_part;
  dram_contention_clk_ = is_mixed ? gpu.dram_mixed_contention_clk : gpu.dram_contention_clk;
  const auto dram_clk = [&](double part) {
    return 1 /
           std::min(gpu.l2_port_bytes_per_clk, bytes_per_clk(gpu, gpu.dram_gbps * part) / sharers_);
  };
  dram_clk_per_byte_ = dram_clk(dram_part_);
  scattered_clk_per_byte_ = dram_clk(std::min(dram_part_, gpu.dram_scattered_part));
  // Who updates what is known before any block is replayed: with a block a multiprocessor, or less,
  // the replayed one is alone.
  for (const PreparedBlock& block : launch.blocks)
    for (const uint64_t sector : block.updated) {
      const uint64_t number = sector * static_cast<uint64_t>(kSector) / gpu.atomic_bytes_together;
      Piece& piece =
          pieces_.try_emplace(number, Piece{block.trace->block, false, {}}).first->second;
      piece.is_shared |= piece.block != block.trace->block;
    }
}

double MemorySystem::contention(const Queue& queue, double now, double clk) {
  constexpr double kMostBusy = 0.9;  // beyond it the queue itself is what is waited for
  const double part = now > 0 ? std::min(kMostBusy, queue.busy / now) : 0;
  return clk * part / (2 * (1 - part));
}

double MemorySystem::due(double amount, double likelihood, double& owed) {
  owed += likelihood;
  if (owed < 1) return 0;
  owed -= 1;
  return amount;
}

double MemorySystem::room(double now, int sectors) const {
  for (int k = 0; k < sectors; ++k)
    now = std::max(now, in_flight_[(next_slot_ + static_cast<size_t>(k)) % in_flight_.size()]);
  return now;
}

void MemorySystem::taken_until(double when, int sectors) {
  for (int k = 0; k < sectors; ++k) {
    in_flight_[next_slot_] = when;
    next_slot_ = (next_slot_ + 1) % in_flight_.size();
  }
  latest_ = std::max(latest_, when);
}

double MemorySystem::drained() const {
  return std::max(
      {latest_, addresses.free, data.free, write_port_.free, l2.free, l2_writes.free, dram.free});
}

MemorySystem::Served MemorySystem::access(const PreparedBlock& block, const Step& step,
                                          uint64_t round, double now) {
  const TraceAccess& access = block.trace->accesses[step.detail];
  const double begin = addresses.serve(now, kWarpLanes / gpu_.memory_lanes);
  if (access.space == TraceSpace::constant) {
    // One address at a time; the first is as good as a register's.
    const double clk = (std::max<double>(access.passes, 1) - 1) * gpu_.constant_pass_clk;
    const double served = constants_.serve(begin, clk);
    latest_ = std::max(latest_, constants_.free);
    return {served, served + clk + gpu_.l1_latency};
  }
  if (access.space == TraceSpace::shared) return shared(access, step, begin);
  if (access.kind == TraceKind::load) return load(block, access, round, begin);
  if (access.kind == TraceKind::store) return store(block, access, round, begin);
  return atomic(block, access, step, begin);
}

MemorySystem::Served MemorySystem::shared(const TraceAccess& access, const Step& step, double now) {
  // Merged loads of up to 8 bytes take one pass, of 16 bytes two: all lanes read the same.
  const double passes = step.merged >= 2 ? 2 : std::max<double>(access.passes, 1);
  const bool is_atomic = access.kind == TraceKind::atomic;
  const double pass = is_atomic ? gpu_.shared_atomic_clk : gpu_.shared_pass_clk;
  if (is_atomic && !step.is_whole) {  // rounds of compare-and-swap, one for each lane at an address
    constexpr double kPassesOfRound = 8;  // a load, a sum, a swap and a comparison by all that wait
    const double rounds = std::max<double>(access.same_address, 1);
    const double begin = data.serve(now, rounds * kPassesOfRound * gpu_.shared_pass_clk);
    latest_ = std::max(latest_, data.free);
    return {begin, begin + rounds * gpu_.shared_swap_clk};
  }
  const double begin = data.serve(now, passes * pass);
  latest_ = std::max(latest_, data.free);
  return {begin, begin + gpu_.shared_latency + (passes - 1) * pass};
}

double MemorySystem::from_l2(const LineTouch& touch, uint8_t sectors, double now) {
  const BufferFootprint& buffer = footprint_.buffers[touch.buffer];
  const double bytes = kSector * count(sectors);
  const double l2_clk =
      std::max(bytes, static_cast<double>(gpu_.l2_request_bytes)) * l2_clk_per_byte_;
  const double begin = l2.serve(now, l2_clk);
  l2_read_bytes += bytes;
  // What the block touches for the first time comes from DRAM unless another block had it; what it
  // has touched before, where L2 has lost it since.
  const bool pairs = gpu_.dram_access_bytes >= 64;
  const uint8_t fresh = touch.sectors & sectors;
  double wanted = 0;
  if (fresh != 0) {
    const double amount = pairs ? 2 * kSector * count(touch.pairs) : kSector * count(fresh);
    const double others = touch.is_scattered ? lost_since(buffer, pairs) : 0;
    wanted +=
        due(amount, (pairs ? buffer.new_64 : buffer.new_32) + others, owed_loads_[touch.buffer]);
  }
  if (const uint8_t again = sectors & static_cast<uint8_t>(~fresh); again != 0)
    wanted += due(kSector * count(again), miss_again_, owed_again_[touch.buffer]);
  const double at_slice = contention(l2, begin, gpu_.l2_contention_clk);
  if (wanted == 0) return begin + l2_clk + at_slice + gpu_.l2_latency;
  dram_read_bytes += wanted;
  const double driven_out = due(wanted, drives_out_, owed_evictions_[touch.buffer]);
  dram_write_bytes += driven_out;
  const double clk = (wanted + driven_out) * clk_per_byte(touch);
  const double dram_begin = dram.serve(begin, clk);
  return dram_begin + clk + contention(dram, dram_begin, dram_contention_clk_) + gpu_.dram_latency;
}

uint64_t MemorySystem::number_in_l1(const TraceLine& line, const LineTouch& touch,
                                    uint64_t round) const {
  const bool is_own = footprint_.buffers[touch.buffer].new_32 > 0.5;
  return line.number + (is_own ? round << 48 : 0);
}

double MemorySystem::lost_since(const BufferFootprint& buffer, bool pairs) const {
  const double bytes = pairs ? buffer.loaded_64 : buffer.loaded_32;
  const double kept = static_cast<double>(gpu_.l2_common_bytes) / std::max(bytes, 1.0);
  return (pairs ? buffer.again_64 : buffer.again_32) * std::max(0.0, 1 - kept);
}

MemorySystem::Served MemorySystem::load(const PreparedBlock& block, const TraceAccess& access,
                                        uint64_t round, double now) {
  int sectors = 0;
  for (uint32_t i = 0; i < access.lines; ++i) {
    const size_t at = size_t{access.first_line} + i;
    if (at < block.touches.size()) sectors += count(block.trace->lines[at].sectors & 15);
  }
  const double clk =
      std::max({access.lines / gpu_.l1_lines_per_clk, kSector * sectors / gpu_.l1_bytes_per_clk,
                static_cast<double>(access.passes) * 128 / gpu_.l1_bytes_per_clk});
  const double begin = data.serve(now, clk);
  double accepted = begin, ready = begin + gpu_.l1_latency + clk;
  for (uint32_t i = 0; i < access.lines; ++i) {
    const size_t at = size_t{access.first_line} + i;
    if (at >= block.touches.size()) break;
    const TraceLine& line = block.trace->lines[at];
    const LineTouch& touch = block.touches[at];
    const uint64_t number = number_in_l1(line, touch, round);
    const L1Cache::Answer found = l1_.load(number, line.sectors & 15, begin);
    ready = std::max(ready, found.ready);
    if (found.missing == 0) continue;
    const double sent = room(begin, count(found.missing));
    const double comes = from_l2(touch, found.missing, sent);
    taken_until(comes, count(found.missing));
    l1_.arrives(number, comes);
    accepted = std::max(accepted, sent);
    ready = std::max(ready, comes);
  }
  // The pipe works in order: who waits for a place keeps those behind it waiting.
  addresses.free = std::max(addresses.free, accepted);
  return {accepted, ready};
}

MemorySystem::Served MemorySystem::store(const PreparedBlock& block, const TraceAccess& access,
                                         uint64_t round, double now) {
  const double begin =
      data.serve(now, std::max(access.lines / gpu_.l1_lines_per_clk,
                               static_cast<double>(access.passes) * 128 / gpu_.l1_bytes_per_clk));
  double accepted = begin;
  for (uint32_t i = 0; i < access.lines; ++i) {
    const size_t at = size_t{access.first_line} + i;
    if (at >= block.touches.size()) break;
    const TraceLine& line = block.trace->lines[at];
    const LineTouch& touch = block.touches[at];
    const int all = count(line.sectors & 15), partial = count(line.partial & line.sectors & 15);
    const double bytes = kSector * all;
    l1_.store(number_in_l1(line, touch, round), line.sectors & ~line.partial & 15, begin);
    const double sent =
        write_port_.serve(room(begin, all), bytes / gpu_.l2_write_port_bytes_per_clk);
    const double weight = (all - partial) + partial * gpu_.l2_partial_write;
    const double clk = kSector * weight * l2_write_clk_per_byte_;
    const double served = l2_writes.serve(sent, clk);
    l2_write_bytes += bytes;
    double done = served + clk;
    const BufferFootprint& buffer = footprint_.buffers[touch.buffer];
    if (const int fresh = count(touch.unwritten & line.sectors); fresh > 0) {
      // Sectors that the grid never fills are completed from DRAM first, by what it is asked for.
      const bool fills = buffer.stored_bytes >= 0.9 * buffer.written_32;
      const double amount =
          fills ? kSector * fresh
                : 2 * std::max(kSector * fresh, static_cast<double>(gpu_.dram_access_bytes));
      const double written = buffer.new_written + (touch.is_scattered ? buffer.again_written : 0);
      const double out = due(amount, written * std::min(1.0, written_out_ + drives_out_),
                             owed_writes_[touch.buffer]);
      dram_write_bytes += out;
      if (out > 0) done = dram.serve(served, out * clk_per_byte(touch));
    }
    taken_until(done, all);
    accepted = std::max(accepted, sent);
  }
  addresses.free = std::max(addresses.free, accepted);
  return {accepted, accepted};
}

MemorySystem::Served MemorySystem::atomic(const PreparedBlock& block, const TraceAccess& access,
                                          const Step& step, double now) {
  int sectors = 0;
  for (uint32_t i = 0; i < access.lines; ++i) {
    const size_t at = size_t{access.first_line} + i;
    if (at < block.touches.size()) sectors += count(block.trace->lines[at].sectors);
  }
  if (sectors == 0) return {now, now};
  const bool is_one = step.combines && access.same_address == access.lanes;
  // Lanes at one address have their turns one after the other, others of a sector go together. One
  // sector has the most of them, the others what is left, each as many.
  const double most = is_one ? 1 : std::max<double>(access.same_address, 1);
  const double of_others =
      is_one || sectors == 1 ? 1 : std::max(1.0, (access.turns - most) / (sectors - 1));
  const double lanes = is_one ? 1 : static_cast<double>(access.lanes) / sectors;
  // All slices together, by sectors and by lanes.
  const double clk =
      std::max(1 / gpu_.atomic_sectors_per_clk, lanes / gpu_.atomic_lanes_per_clk) * sharers_;
  double accepted = now, ready = now + gpu_.atomic_latency;
  int place = 0;  // of the sector, among all of them
  for (uint32_t i = 0; i < access.lines; ++i) {
    const size_t at = size_t{access.first_line} + i;
    if (at >= block.touches.size()) break;
    const TraceLine& line = block.trace->lines[at];
    const LineTouch& touch = block.touches[at];
    double arrived = 0;  // what L2 did not have of the line
    for (unsigned s = 0; s < 4; ++s) {
      if (!(line.sectors >> s & 1)) continue;
      const double sent = room(now, 1);
      const double served = l2_writes.serve(sent, clk);
      l2_write_bytes += kSector;
      const double turns = place++ == access.busiest ? most : of_others;
      double done = updated({line.number * 128 + s * 32, turns, step.is_whole}, served);
      if (arrived == 0) arrived = fetched(touch, served);
      done = std::max(done, arrived);
      taken_until(done, 1);
      accepted = std::max(accepted, sent);
      ready = std::max(ready, done + gpu_.atomic_latency);
    }
  }
  addresses.free = std::max(addresses.free, accepted);
  return {accepted, ready};
}

double MemorySystem::fetched(const LineTouch& touch, double now) {
  if (touch.sectors == 0) return now;
  const BufferFootprint& buffer = footprint_.buffers[touch.buffer];
  const bool pairs = gpu_.dram_access_bytes >= 64;
  const double bytes = pairs ? 2 * kSector * count(touch.pairs) : kSector * count(touch.sectors);
  const double goes_out = std::min(1.0, written_out_ + drives_out_);
  const double again = touch.is_scattered ? buffer.again_written * written_out_ : 0;
  const double wanted = due(bytes, buffer.new_written + again, owed_loads_[touch.buffer]);
  if (wanted == 0) return now;
  dram_read_bytes += wanted;
  dram_write_bytes += wanted * goes_out;
  return dram.serve(now, wanted * (1 + goes_out) * clk_per_byte(touch));
}

double MemorySystem::updated(const Update& update, double now) {
  const uint64_t number = update.address / gpu_.atomic_bytes_together;
  Piece& piece = pieces_[number];
  const double clk = update.turns * gpu_.atomic_turn_clk;
  const uint64_t drawn = piece.is_shared ? spread(number) : next_slice_++;
  Queue& slice = slices_[drawn % slices_.size()];
  double done = slice.serve(now, clk * sharers_) + clk * sharers_;
  atomics.busy = std::max(atomics.busy, slice.busy);
  const auto waits_for_own = [&](Queue& own, double own_clk) {
    done = std::max(done, own.serve(now, own_clk) + own_clk);
    atomics.busy = std::max(atomics.busy, own.busy);
  };
  if (!piece.is_shared) waits_for_own(piece.queue, clk);
  if (!update.is_whole)
    waits_for_own(sectors_[update.address / static_cast<uint64_t>(kSector)],
                  update.turns * gpu_.atomic_float_turn_clk * (piece.is_shared ? sharers_ : 1));
  return done;
}

}  // namespace warplab::model
