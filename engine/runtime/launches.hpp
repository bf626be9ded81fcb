#pragma once
// The kernels of a program: looked up by name, launched, and what comes of all their launches.
#include <atomic>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "runtime/access_set.hpp"
#include "runtime/program_report.hpp"
#include "runtime/service.hpp"
#include "runtime/source_names.hpp"
#include "runtime/wire.hpp"
#include "sim/device.hpp"

namespace warplab::runtime {

// What came of a request to launch.
struct Launched {
  int32_t error = kSuccess;        // it was not launched
  int32_t later_error = kSuccess;  // the kernel has failed
  double microseconds = 0;         // 0: not known
  std::string output;
  // With `error`: why, in a clause.
  std::string why;
  // The program cannot go on: a sentence.
  std::string unsupported;
  std::vector<data::Finding> findings;
};

class Launches {
 public:
  Launches(sim::Device& device, const ServiceOptions& options)
      : device_(device), options_(options) {}

  struct KernelFacts {
    FindKernel::Reply reply;
    std::vector<uint32_t> parameter_bytes;
  };
  KernelFacts find(size_t module, const std::string& name);
  // Blocks of it that a multiprocessor of the GPU holds at a time.
  uint32_t occupancy(const Occupancy& request) const;
  // `touched`, if it is asked for: what a launch that is looked at exactly does to memory.
  Launched launch(const Launch& request, std::string_view parameters,
                  const std::atomic<bool>& cancel, AccessSet* touched);
  // How the kernel is called, and the file that its lines are of.
  const std::string& name_of(uint32_t kernel) const { return kernels_[kernel].name.shown; }
  const std::string& file_of(uint32_t kernel) const { return kernels_[kernel].file; }
  bool is_known(uint32_t kernel) const { return kernel < kernels_.size(); }

  std::vector<KernelSummary> summaries() const;
  uint64_t work() const { return work_; }  // of all launches

 private:
  struct Shape {
    Dim3 grid, block;
    uint64_t shared = 0;
    friend auto operator<=>(const Shape& a, const Shape& b) {
      return std::tie(a.grid.x, a.grid.y, a.grid.z, a.block.x, a.block.y, a.block.z, a.shared) <=>
             std::tie(b.grid.x, b.grid.y, b.grid.z, b.block.x, b.block.y, b.block.z, b.shared);
    }
  };
  struct ShapeSeen {
    uint64_t launches = 0;
    model::LaunchModel model;  // of the first
  };
  struct Kernel {
    size_t module = 0;
    std::string symbol, file;
    KernelName name;
    const ptx::Function* function = nullptr;
    uint64_t shared_bytes = 0;
    KernelSummary summary;
    std::map<Shape, ShapeSeen> shapes;
  };
  bool check(const Kernel& kernel, const Launch& request, Launched& outcome) const;
  bool is_exact(const Kernel& kernel, uint64_t launches_before) const;
  sim::Options sim_options(const Kernel& kernel) const;
  void describe_memory(const Kernel& kernel, const sim::Launch& launch);
  void model(Kernel& kernel, const sim::Launch& launch, const sim::Options& options,
             ShapeSeen& shape);
  void count(Kernel& kernel, const sim::Launch& launch, const sim::Report& report, bool exactly);
  void add_up(Kernel& kernel, const sim::Report& report);

  sim::Device& device_;
  const ServiceOptions& options_;
  std::deque<Kernel> kernels_;  // by number
  uint64_t work_ = 0;
};

}  // namespace warplab::runtime
