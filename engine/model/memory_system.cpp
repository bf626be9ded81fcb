#include "model/memory_system.hpp"

#include <algorithm>
#include <bit>

namespace warplab::model {
namespace {

using data::TraceAccess;
using data::TraceKind;
using data::TraceLine;
using data::TraceSpace;

constexpr double kSector = 32;
constexpr double kWarp = 32;

// GB/s as bytes a clk.
double bytes_per_clk(const Gpu& gpu, double gbps) { return gbps * 1000 / gpu.clock_mhz; }

int count(uint8_t sectors) { return std::popcount(sectors); }

}  // namespace

MemorySystem::MemorySystem(const Gpu& gpu, const Footprint& footprint,
                           const MemoryConditions& conditions)
    : gpu_(gpu),
      footprint_(footprint),
      sharers_(std::max(conditions.sharers, 1.0)),
      l1_(static_cast<uint64_t>(std::max(conditions.l1_bytes, 0.0)), gpu.l1_ways),
      in_flight_(gpu.l1_sectors_in_flight, 0.0),
      owed_loads_(footprint.buffers.size(), 0.5),
      owed_again_(footprint.buffers.size(), 0.5),
      owed_writes_(footprint.buffers.size(), 0.5) {
  l2_clk_per_byte_ = 1 / std::min(gpu.l2_port_bytes_per_clk, gpu.l2_bytes_per_clk / sharers_);
  // One multiprocessor alone gets no more of DRAM than its port lets through.
  const auto dram_clk = [&](double part) {
    return 1 /
           std::min(gpu.l2_port_bytes_per_clk, bytes_per_clk(gpu, gpu.dram_gbps * part) / sharers_);
  };
  dram_clk_per_byte_ = dram_clk(gpu.dram_read_part);
  dram_mixed_clk_per_byte_ = dram_clk(gpu.dram_mixed_part);
  // A cache of C bytes that W bytes go through in turn keeps C / W of them, at random.
  const auto l2_bytes = static_cast<double>(gpu.l2_bytes);
  miss_again_ = 0;
  if (footprint.bytes > l2_bytes && conditions.resident_bytes > l2_bytes)
    miss_again_ = 1 - l2_bytes / conditions.resident_bytes;
  double written = 0;
  for (const BufferFootprint& b : footprint.buffers) written += b.written_32;
  const double stays = l2_bytes * gpu.l2_dirty_part;
  written_out_ = written > stays ? 1 - stays / written : 0;
  // Reads and writes in turn cost DRAM more than either alone.
  double loaded = 0;
  for (const BufferFootprint& b : footprint.buffers) loaded += b.loaded_32;
  if (written * written_out_ > 0.1 * loaded) dram_clk_per_byte_ = dram_mixed_clk_per_byte_;
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
  return std::max({latest_, addresses.free, data.free, write_port_.free, l2.free, dram.free});
}

MemorySystem::Served MemorySystem::access(const PreparedBlock& block, uint32_t number,
                                          uint64_t round, bool combines, double now) {
  const TraceAccess& access = block.trace->accesses[number];
  const double begin = addresses.serve(now, kWarp / gpu_.memory_lanes);
  if (access.space == TraceSpace::shared) return shared(access, begin);
  if (access.kind == TraceKind::load) return load(block, access, round, begin);
  if (access.kind == TraceKind::store) return store(block, access, begin);
  return atomic(block, access, combines, begin);
}

MemorySystem::Served MemorySystem::shared(const TraceAccess& access, double now) {
  const double passes = std::max<double>(access.passes, 1);
  const bool is_atomic = access.kind == TraceKind::atomic;
  const double pass = is_atomic ? gpu_.shared_atomic_clk : gpu_.shared_pass_clk;
  const double begin = data.serve(now, passes * pass);
  latest_ = std::max(latest_, data.free);
  return {begin, begin + gpu_.shared_latency + (passes - 1) * pass};
}

double MemorySystem::from_l2(const LineTouch& touch, uint8_t sectors, double now) {
  const BufferFootprint& buffer = footprint_.buffers[touch.buffer];
  const double bytes = kSector * count(sectors);
  const double begin = l2.serve(now, bytes * l2_clk_per_byte_);
  l2_read_bytes += bytes;
  // What the block touches for the first time comes from DRAM unless another block had it; what it
  // has touched before, where L2 has lost it since.
  const bool pairs = gpu_.dram_access_bytes >= 64;
  const uint8_t fresh = touch.sectors & sectors;
  double wanted = 0;
  if (fresh != 0) {
    const double amount = pairs ? 2 * kSector * count(touch.pairs) : kSector * count(fresh);
    wanted += due(amount, pairs ? buffer.new_64 : buffer.new_32, owed_loads_[touch.buffer]);
  }
  if (const uint8_t again = sectors & static_cast<uint8_t>(~fresh); again != 0)
    wanted += due(kSector * count(again), miss_again_, owed_again_[touch.buffer]);
  if (wanted == 0) return begin + bytes * l2_clk_per_byte_ + gpu_.l2_latency;
  dram_read_bytes += wanted;
  const double dram_begin = dram.serve(begin, wanted * dram_clk_per_byte_);
  return dram_begin + wanted * dram_clk_per_byte_ + gpu_.dram_latency;
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
    // Another block has lines of its own unless it shares the buffer's with the others.
    const bool is_own = footprint_.buffers[touch.buffer].new_32 > 0.5;
    const uint64_t number = line.number + (is_own ? round << 48 : 0);
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
                                         double now) {
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
    const double sent =
        write_port_.serve(room(begin, all), bytes / gpu_.l2_write_port_bytes_per_clk);
    const double weight = (all - partial) + partial * gpu_.l2_partial_write;
    const double served = l2.serve(sent, kSector * weight * l2_clk_per_byte_);
    l2_write_bytes += bytes;
    double done = served + kSector * weight * l2_clk_per_byte_;
    const BufferFootprint& buffer = footprint_.buffers[touch.buffer];
    if (const int fresh = count(touch.sectors & line.sectors); fresh > 0) {
      // Sectors that the grid never fills have to be completed from DRAM.
      const bool fills = buffer.stored_bytes >= 0.9 * buffer.written_32;
      const double out = due(kSector * fresh * (fills ? 1 : 2), buffer.new_32 * written_out_,
                             owed_writes_[touch.buffer]);
      dram_write_bytes += out;
      if (out > 0) done = dram.serve(served, out * dram_clk_per_byte_);
    }
    taken_until(done, all);
    accepted = std::max(accepted, sent);
  }
  addresses.free = std::max(addresses.free, accepted);
  return {accepted, accepted};
}

MemorySystem::Served MemorySystem::atomic(const PreparedBlock& block, const TraceAccess& access,
                                          bool combines, double now) {
  const bool uniform = access.same_address == access.lanes;
  const double in_turn =
      combines && uniform ? 0 : std::max(0, access.same_address - 1) * gpu_.atomic_same_lane_clk;
  // All multiprocessors update sectors at this rate together.
  const double sector_clk = sharers_ / gpu_.atomic_sectors_per_clk;
  double accepted = now, ready = now + gpu_.atomic_latency;
  for (uint32_t i = 0; i < access.lines; ++i) {
    const size_t at = size_t{access.first_line} + i;
    if (at >= block.touches.size()) break;
    const TraceLine& line = block.trace->lines[at];
    for (int s = 0; s < 4; ++s) {
      if (!(line.sectors >> s & 1)) continue;
      const double sent = room(now, 1);
      const double served = l2.serve(sent, sector_clk);
      l2_write_bytes += kSector;
      Address& address = addresses_[line.number * 4 + static_cast<uint64_t>(s)];
      if (address.block != 0 && address.block != block.trace->block + 1) address.is_shared = true;
      address.block = block.trace->block + 1;
      // Where blocks of other multiprocessors update the same, each has its turn.
      const double turn =
          (gpu_.atomic_same_address_clk + in_turn) * (address.is_shared ? sharers_ : 1);
      const double begin = address.queue.serve(served, turn);
      if (address.queue.busy > atomics.busy) atomics.busy = address.queue.busy;
      if (block.touches[at].sectors >> s & 1)
        dram_read_bytes += due(kSector, footprint_.buffers[block.touches[at].buffer].new_32,
                               owed_loads_[block.touches[at].buffer]);
      taken_until(begin + turn, 1);
      accepted = std::max(accepted, sent);
      ready = std::max(ready, begin + turn + gpu_.atomic_latency);
    }
  }
  addresses.free = std::max(addresses.free, accepted);
  return {accepted, ready};
}

}  // namespace warplab::model
