#pragma once
// The model of one run: all launches of an exercise at one size, recorded once and asked for times
// on many GPUs. What a window that lets its user drag needs to know of this room.
#include <map>
#include <span>
#include <string>
#include <vector>

#include "data/trace.hpp"
#include "model/apart.hpp"
#include "model/compiler_stage.hpp"
#include "model/gpu.hpp"
#include "model/launch_model.hpp"
#include "model/prepared.hpp"

namespace warplab::model {

// What the compiler says of every kernel of a file, for one compute capability.
using KernelCode = std::map<std::string, MachineCode>;

// Never changes, so it may be asked by several threads at once.
class RunModel {
 public:
  // `trace_of`: for each launch its trace (equal launches share one). `code`: of the compute
  // capability for which the kernels were compiled whose traces these are.
  RunModel(std::vector<data::LaunchTrace> traces, std::vector<size_t> trace_of,
           const KernelCode& code);
  // What is prepared points into the traces.
  RunModel(const RunModel&) = delete;
  RunModel& operator=(const RunModel&) = delete;

  size_t launches() const { return trace_of_.size(); }
  // What that launch does in all, by the blocks that were recorded of it.
  Amounts amounts(size_t launch) const { return amounts_of(traces_[trace_of_[launch]]); }
  // A model for each launch; takes milliseconds. `code`: of the GPU's own compute capability, whose
  // registers decide the occupancy.
  std::vector<LaunchModel> on(const Gpu& gpu, const KernelCode& code) const;
  // Whether the time on that GPU can depend on how many registers the compiler allots for it. Not
  // where as many blocks fit with half as many again as the recorded kernels have as with none;
  // then `code` may be that of the recorded ones.
  bool depends_on_registers(const Gpu& gpu) const;

 private:
  std::vector<SplitTrace> traces_;
  std::vector<size_t> trace_of_;
  std::vector<std::string> why_not_;  // for each launch; empty: it can be modelled
  struct Prepared {
    PreparedLaunch rest;
    std::vector<PreparedLaunch> apart;
  };
  std::vector<Prepared> prepared_;  // one for each trace
};

// Launches one behind the other, as a gate about all of them sees them: times, parts, bytes and
// operations are added up (each launch with its own time for being launched, of which a GPU that is
// kept busy hides about half: bench/gpu_microbench, "one behind the other"); limiters, occupancy
// and waves are those of the longest. Possible where all are.
LaunchModel together(std::span<const LaunchModel> launches);

// What a GPU can do at most: bytes a second of DRAM (what reads and writes together reach) and L2,
// and operations a second (a fused product and sum are two).
struct Roofs {
  double dram = 0, l2 = 0, f32 = 0, f64 = 0;
};
Roofs roofs_of(const Gpu& gpu);

}  // namespace warplab::model
