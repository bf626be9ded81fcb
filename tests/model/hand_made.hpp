#pragma once
// Traces and a GPU that a person can follow with a pencil.
#include <string>
#include <vector>

#include "data/trace.hpp"
#include "model/gpu.hpp"

// One multiprocessor with one scheduler at 1000 MHz, so that 1000 clk are 1 us. Every pipe takes a
// warp in 1 clk but f64, which takes 16. L2 hands out a sector in a clk, DRAM in two.
inline warplab::model::Gpu pencil_gpu() {
  warplab::model::Gpu g;
  g.name = "Pencil";
  g.compute_capability = 90;
  g.multiprocessors = 1, g.schedulers = 1, g.most_warps = 64, g.most_blocks = 32;
  g.most_threads_per_block = 1024, g.registers = 65536, g.register_unit = 256;
  g.most_registers_per_thread = 255, g.shared_bytes = 64 << 10, g.shared_bytes_per_block = 64 << 10;
  g.shared_unit = 128, g.shared_reserved = 0, g.l1_and_shared_bytes = 128 << 10, g.l1_ways = 4;
  g.l1_sectors_in_flight = 10'000, g.l2_bytes = g.l2_common_bytes = 1 << 20;
  g.dram_access_bytes = 32;
  g.clock_mhz = 1000;
  g.single_lanes = g.integer_lanes = g.multiply_lanes = g.half_lanes = g.special_lanes = 32;
  g.convert_lanes = g.exchange_lanes = g.memory_lanes = g.barrier_lanes = 32;
  g.double_lanes = 2;
  g.arithmetic_latency = g.multiply_latency = 4;
  g.double_latency = 16, g.special_latency = 20, g.convert_latency = 10, g.exchange_latency = 20;
  g.branch_latency = 0, g.barrier_latency = 10;
  g.shared_latency = 20, g.shared_pass_clk = 1, g.shared_atomic_clk = 2;
  g.l1_latency = 30, g.l1_bytes_per_clk = 128, g.l1_lines_per_clk = 1;
  g.l2_latency = 200, g.l2_bytes_per_clk = 32, g.l2_port_bytes_per_clk = 64;
  g.l2_write_port_bytes_per_clk = 32, g.l2_partial_write = 2, g.l2_dirty_part = 0;
  g.l2_write_bytes_per_clk = 32, g.l2_contention_clk = 0, g.dram_contention_clk = 0;
  g.shared_swap_clk = 90, g.atomic_bytes_together = 32, g.atomic_slices = 64;
  g.dram_mixed_contention_clk = 0, g.l2_request_bytes = 32, g.atomic_lanes_per_clk = 32;
  g.dram_latency = 500, g.dram_gbps = 16, g.dram_read_part = 1, g.dram_mixed_part = 0.5;
  g.dram_scattered_part = 1, g.constant_pass_clk = 2;
  g.atomic_latency = 250, g.atomic_sectors_per_clk = 1, g.atomic_turn_clk = 4;
  g.atomic_float_turn_clk = 5;
  g.launch_us = 2, g.block_launch_clk = 0, g.block_start_clk = 0, g.spread = 1.25,
  g.ratio_spread = 1.1;
  return g;
}

// A launch of `blocks` blocks that all do the same, each with `warps` warps.
class HandMade {
 public:
  using Registers = std::vector<uint16_t>;
  HandMade(uint32_t blocks, uint32_t warps) {
    trace.kernel = "by_hand";
    trace.grid = {blocks, 1, 1};
    trace.block = {warps * 32, 1, 1};
    trace.buffers = {{"in", kIn, 1 << 20}, {"out", kOut, 1 << 20}};
    trace.blocks.resize(blocks);
    for (uint32_t b = 0; b < blocks; ++b) {
      trace.blocks[b].block = b;
      trace.blocks[b].warps.resize(warps);
    }
  }
  static constexpr uint64_t kIn = 1 << 20, kOut = 1 << 24;

  // All warps execute it.
  uint32_t does(const std::string& spelling, Registers writes = {}, Registers reads = {}) {
    const auto number = static_cast<uint32_t>(trace.instructions.size());
    trace.instructions.push_back({spelling, reads, writes, basic_block, 1, 0, false, false});
    for (auto& block : trace.blocks)
      for (auto& warp : block.warps) step(warp, number, ~0u);
    return number;
  }
  // The same with an access by every warp; its lines begin at `begin` + 128 * `lines` a warp.
  void accesses(const std::string& spelling, Registers writes, Registers reads,
                warplab::data::TraceAccess access, uint64_t begin = 0, uint8_t sectors = 15,
                uint8_t partial = 0) {
    const auto number = static_cast<uint32_t>(trace.instructions.size());
    trace.instructions.push_back({spelling, reads, writes, basic_block, 1, 0, false, false});
    uint64_t line = begin / 128;
    const uint32_t lines = access.lines;
    for (auto& block : trace.blocks)
      for (auto& warp : block.warps) {
        access.first_line = static_cast<uint32_t>(block.lines.size());
        for (uint32_t k = 0; k < lines; ++k) block.lines.push_back({line++, sectors, partial});
        step(warp, number, static_cast<uint32_t>(block.accesses.size()));
        block.accesses.push_back(access);
      }
  }
  void barrier() {
    const auto number = static_cast<uint32_t>(trace.instructions.size());
    trace.instructions.push_back({"bar.sync", {}, {}, basic_block, 1});
    for (auto& block : trace.blocks) {
      for (auto& warp : block.warps)
        step(warp, number, static_cast<uint32_t>(block.barriers.size()));
      block.barriers.push_back(static_cast<uint32_t>(block.warps.size()));
    }
  }
  static void step(warplab::data::WarpTrace& warp, uint32_t instruction, uint32_t detail) {
    warp.steps.push_back({instruction, detail});
    warp.executed += 1;
  }

  warplab::data::LaunchTrace trace;
  uint32_t basic_block = 0;
};

// 32 lanes load or store 4 bytes each, in one line.
inline warplab::data::TraceAccess full_line(warplab::data::TraceKind kind) {
  return {warplab::data::TraceSpace::global, kind, 4, 32, 1, 0, 0, 0, 0, 1};
}
inline warplab::data::TraceAccess shared_load(uint16_t passes) {
  return {warplab::data::TraceSpace::shared,
          warplab::data::TraceKind::load,
          4,
          32,
          passes,
          0,
          0,
          0,
          0,
          0};
}
