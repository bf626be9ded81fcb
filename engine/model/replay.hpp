#pragma once
// One modelled multiprocessor that executes blocks of a launch: its warps issue in order, each when
// what it needs is there (a scoreboard), one instruction a clk and scheduler, and everything that
// it shares is a queue. Simplified after Accel-Sim (Khairy et al., ISCA 2020) and Huerta et al.,
// arXiv 2503.20481: no instruction cache, no register banks, no address translation.
#include <array>
#include <cstdint>
#include <vector>

#include "model/gpu.hpp"
#include "model/memory_system.hpp"
#include "model/prepared.hpp"

namespace warplab::model {

struct ReplayPlan {
  uint64_t blocks = 0;    // to execute; recorded ones stand in for others in turn
  uint64_t resident = 1;  // of them, at a time
  MemoryConditions memory;
};

struct ReplayResult {
  double clk = 0;                 // until everything is done
  std::vector<double> block_end;  // in the order in which blocks ended, clk
  // How long each resource was busy, clk. Of pipes and schedulers, the busiest one.
  double issue = 0;
  std::array<double, kPipeCount> pipes = {};
  double data = 0, l2 = 0, dram = 0, atomics = 0;
  double dram_part = 1;  // of its peak, while it is busy
  double l2_read_bytes = 0, l2_write_bytes = 0, dram_read_bytes = 0, dram_write_bytes = 0;
  bool completed = true;  // false: a trace whose barriers cannot be passed
};

ReplayResult replay(const PreparedLaunch& launch, const Gpu& gpu, const ReplayPlan& plan);

}  // namespace warplab::model
