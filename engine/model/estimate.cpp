#include "model/estimate.hpp"

#include <algorithm>
#include <cmath>

#include "model/replay.hpp"

namespace warplab::model {
namespace {

// What one replay may cost: it takes some 40 ns an instruction, and an answer should come while a
// slider is dragged (50 ms).
constexpr uint64_t kMostSteps = 200'000;

// A resource is said to limit a kernel from this part of its time on; below, latency does. Nsight
// Compute's guide calls 60 % of a peak the point from which on a kernel is bound by it.
constexpr double kBusy = 0.6;

// Blocks of the busiest multiprocessor.
struct Share {
  uint64_t blocks = 0;
  double sharers = 1;  // multiprocessors that are busy, on average over its time
};

Share share_of(uint64_t grid, const Gpu& gpu) {
  Share share;
  share.blocks = (grid + gpu.multiprocessors - 1) / gpu.multiprocessors;
  share.sharers =
      static_cast<double>(grid) / static_cast<double>(std::max<uint64_t>(share.blocks, 1));
  return share;
}

double l1_bytes(const Gpu& gpu, const BlockNeeds& needs, uint64_t resident) {
  const uint64_t shared =
      needs.shared_bytes == 0 ? 0 : (needs.shared_bytes + gpu.shared_reserved) * resident;
  return static_cast<double>(gpu.l1_and_shared_bytes) -
         static_cast<double>(std::min(shared, gpu.l1_and_shared_bytes));
}

// How many of a multiprocessor's blocks are replayed: all, or whole waves of them and at least
// three, of which the first is taken off again where the others are multiplied.
uint64_t blocks_to_replay(const PreparedLaunch& launch, uint64_t blocks, uint64_t resident) {
  const uint64_t recorded = std::max<size_t>(launch.blocks.size(), 1);
  const uint64_t steps_of_block = std::max<uint64_t>(launch.steps / recorded, 1);
  const uint64_t affordable = std::max<uint64_t>(kMostSteps / steps_of_block, 1);
  if (blocks <= affordable || blocks <= 2 * resident)
    return std::min(blocks, std::max(affordable, resident));
  const uint64_t waves = std::max<uint64_t>(affordable / resident, 1);
  return std::min(blocks, std::min<uint64_t>(waves, 6) * resident);
}

struct Scaled {
  double clk = 0;     // of all blocks of the busiest multiprocessor
  double factor = 1;  // busy times of the replay, by which they grow
};

// The time of `blocks` from that of the first `replayed` of them: each wave more takes as long as
// those after the first one did.
Scaled scaled(const ReplayResult& result, uint64_t blocks, uint64_t replayed, uint64_t resident) {
  Scaled s;
  s.factor = static_cast<double>(blocks) / static_cast<double>(std::max<uint64_t>(replayed, 1));
  if (replayed >= blocks) {
    s.clk = result.clk;
    return s;
  }
  const size_t first = std::min<size_t>(resident, result.block_end.size()) - 1;
  double a_block = result.clk / static_cast<double>(replayed);
  if (replayed > resident)
    a_block = (result.clk - result.block_end[first]) / static_cast<double>(replayed - resident);
  s.clk = result.clk + a_block * static_cast<double>(blocks - replayed);
  return s;
}

// `busy_part`: of the multiprocessors, those that are busy on average; as in Nsight Compute a
// resource that a few of them use to its limit limits the kernel less than the others' having
// nothing to do. `dram_part`: what DRAM reaches of its peak while it is busy, which is what the
// others are measured by.
void name_limiters(LaunchModel& model, double busy_us, double busy_part, double dram_part) {
  struct Ranked {
    Part part;
    double us;
  };
  std::vector<Ranked> ranked;
  for (const Part part :
       {Part::issue, Part::arithmetic, Part::shared_l1, Part::l2, Part::dram, Part::atomics})
    ranked.push_back(
        {part, model.parts_us[static_cast<size_t>(part)] * (part == Part::dram ? dram_part : 1)});
  std::ranges::stable_sort(ranked, [](const Ranked& a, const Ranked& b) { return a.us > b.us; });
  const double launch = model.parts_us[static_cast<size_t>(Part::launch)];
  const bool launches = launch > busy_us;
  const bool waits = ranked[0].us * busy_part < kBusy * busy_us;
  const bool has_tail = waits && ranked[0].us >= kBusy * busy_us;
  model.limiter = launches   ? Part::launch
                  : has_tail ? Part::tail
                  : waits    ? Part::latency
                             : ranked[0].part;
  model.second_limiter = launches ? (waits ? Part::latency : ranked[0].part)
                         : waits  ? ranked[0].part
                         : ranked[1].us < 0.5 * ranked[0].us ? Part::latency
                                                             : ranked[1].part;
}

// Where a launch's blocks are.
struct Placed {
  uint64_t grid = 1, resident = 1;  // blocks: of the launch, on one multiprocessor at a time
  BlockNeeds needs;
  Share share;
};

ReplayPlan plan_of(const PreparedLaunch& launch, const Gpu& gpu, const Placed& placed) {
  ReplayPlan plan;
  plan.blocks = blocks_to_replay(launch, placed.share.blocks, placed.resident);
  plan.resident = placed.resident;
  plan.memory.sharers = placed.share.sharers;
  plan.memory.l1_bytes = l1_bytes(gpu, placed.needs, placed.resident);
  plan.memory.resident_bytes =
      launch.footprint.bytes_of_a_block *
      static_cast<double>(std::min(placed.grid, placed.resident * gpu.multiprocessors));
  return plan;
}

// What keeps a part of a multiprocessor busy, each by itself. `us`: a clk.
void set_busy_parts(LaunchModel& model, const ReplayResult& result, double factor, double us) {
  const auto set = [&](Part part, double clk) {
    model.parts_us[static_cast<size_t>(part)] = clk * factor * us;
  };
  set(Part::issue, result.issue);
  double most = 0;
  for (const Pipe pipe : {Pipe::single, Pipe::integer, Pipe::multiply, Pipe::double_, Pipe::half,
                          Pipe::special, Pipe::convert, Pipe::exchange}) {
    const double busy = result.pipes[static_cast<size_t>(pipe)];
    if (busy <= most) continue;
    most = busy;
    model.pipe = name_of(pipe);
  }
  set(Part::arithmetic, most);
  set(Part::shared_l1, std::max(result.data, result.pipes[static_cast<size_t>(Pipe::memory)]));
  set(Part::l2, result.l2);
  set(Part::dram, result.dram);
  set(Part::atomics, result.atomics);
}

// What is left of the time, and the time itself with its range.
void set_times(LaunchModel& model, const Gpu& gpu, const Placed& placed, double busy_us) {
  const double busiest = *std::max_element(model.parts_us, model.parts_us + 6);
  model.parts_us[static_cast<size_t>(Part::latency)] = std::max(0.0, busy_us - busiest);
  // What the busiest multiprocessor has more to do than the average one.
  model.parts_us[static_cast<size_t>(Part::tail)] =
      busy_us *
      (1 - placed.share.sharers / static_cast<double>(std::min(gpu.multiprocessors, placed.grid)));
  model.parts_us[static_cast<size_t>(Part::launch)] = gpu.launch_us;
  model.time_us = busy_us + gpu.launch_us;
  model.low_us = model.time_us / gpu.spread;
  model.high_us = model.time_us * gpu.spread;
  model.ratio_spread = gpu.ratio_spread;
}

}  // namespace

std::string_view name_of(Part part) {
  switch (part) {
    case Part::issue: return "issuing instructions";
    case Part::arithmetic: return "arithmetic";
    case Part::shared_l1: return "shared memory and L1";
    case Part::l2: return "L2";
    case Part::dram: return "DRAM";
    case Part::atomics: return "atomics on one address";
    case Part::latency: return "latency";
    case Part::tail: return "multiprocessors without a block";
    case Part::launch: return "the launch";
  }
  return "";
}

std::string_view key_of(Part part) {
  constexpr std::string_view kKeys[] = {"issue",   "arithmetic", "shared_l1", "l2",    "dram",
                                        "atomics", "latency",    "tail",      "launch"};
  return kKeys[static_cast<size_t>(part)];
}

namespace {

bool uses_tensor_cores(const data::LaunchTrace& trace) {
  return std::ranges::any_of(trace.instructions, [](const data::TraceInstruction& i) {
    return i.spelling.starts_with("mma.") || i.spelling.starts_with("wmma.mma");
  });
}

}  // namespace

LaunchModel estimate(const PreparedLaunch& launch, const Gpu& gpu) {
  return estimate(launch, gpu, launch.registers);
}

LaunchModel estimate(const PreparedLaunch& launch, const Gpu& gpu, uint64_t registers) {
  const data::LaunchTrace& trace = *launch.trace;
  LaunchModel model;
  model.gpu = gpu.name;
  Placed placed;
  placed.grid = std::max<uint64_t>(trace.grid.volume(), 1);
  placed.needs = {trace.block.volume(), registers, trace.shared_bytes};
  model.occupancy = occupancy(gpu, placed.needs, placed.grid);
  if (model.occupancy.blocks == 0 || launch.blocks.empty()) {
    model.why_not = model.occupancy.blocks == 0
                        ? "Not even one block fits a multiprocessor: " +
                              std::string(name_of(model.occupancy.limit)) + "."
                        : "No block was recorded.";
    return model;
  }
  if (uses_tensor_cores(trace)) {
    model.why_not = "It multiplies matrices by tensor cores, which are not modelled.";
    return model;
  }
  placed.resident = model.occupancy.blocks;
  placed.share = share_of(placed.grid, gpu);
  const auto grid = static_cast<double>(placed.grid);
  model.waves = grid / static_cast<double>(placed.resident * gpu.multiprocessors);

  const ReplayPlan plan = plan_of(launch, gpu, placed);
  const ReplayResult result = replay(launch, gpu, plan);
  if (!result.completed) {
    model.why_not = "Its recorded blocks wait at barriers that nobody passes.";
    return model;
  }
  model.possible = true;

  const Scaled all = scaled(result, placed.share.blocks, plan.blocks, placed.resident);
  const double us = launch.truncation / gpu.clock_mhz;  // a clk
  const double busy_us = all.clk * us;
  set_busy_parts(model, result, all.factor, us);
  set_times(model, gpu, placed, busy_us);
  const double grid_over_replayed = launch.truncation * grid / static_cast<double>(plan.blocks);
  model.l2_bytes = (result.l2_read_bytes + result.l2_write_bytes) * grid_over_replayed;
  model.dram_bytes = (result.dram_read_bytes + result.dram_write_bytes) * grid_over_replayed;
  model.operations =
      launch.operations * launch.truncation * grid / static_cast<double>(launch.blocks.size());
  name_limiters(model, busy_us, placed.share.sharers / static_cast<double>(gpu.multiprocessors),
                result.dram_part);
  return model;
}

}  // namespace warplab::model
