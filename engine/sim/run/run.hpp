#pragma once
// Everything about a run that stays the same when it is repeated.
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "ptx/module.hpp"
#include "sim/data_names.hpp"
#include "sim/device/device_variables.hpp"
#include "sim/options.hpp"
#include "sim/program/program.hpp"
#include "sim/refusal.hpp"
#include "sim/report.hpp"
#include "sim/run/first_content.hpp"
#include "sim/state/tracking.hpp"

namespace warplab::sim {

class DeviceHeap;
struct LaunchState;

// What a run finds on a device that lasts.
struct Lasting {
  // Of one of the run's buffers.
  struct Piece {
    uint64_t begin = 0, bytes = 0;
    bool freed = false;
    std::optional<ElementType> counted_in;
    // A bit a byte: it has a value. Null: all of it has.
    const std::vector<uint64_t>* valued = nullptr;
  };
  std::vector<Piece> pieces;               // by buffer
  std::vector<LastingVariable> variables;  // by variable of the module
  uint64_t heap_begin = 0;
};

struct Run {
  const ptx::Module& module;
  std::span<Buffer> buffers;
  std::span<const Launch> launches;
  const Options& options;
  AddressSpace addresses;
  DeviceVariables variables;
  // By kernel and dynamic shared bytes.
  std::map<std::pair<std::string, uint32_t>, Program> programs;
  // By buffer: of those that are written and cannot restore themselves.
  std::vector<FirstContent> first_contents;
  uint64_t all_blocks = 0;
  const Lasting* lasting = nullptr;  // null: the run has a device of its own
  bool registers_apart = false;      // see DecodeRequest; set before prepare()

  Run(const ptx::Module& m, std::span<Buffer> b, std::span<const Launch> l, const Options& o)
      : module(m), buffers(b), launches(l), options(o) {}
  const Program& program_of(const Launch& launch) const {
    return programs.at({launch.kernel, launch.dynamic_shared_bytes});
  }
};

// How often the launches are made: only what is repeated needs its buffers' first content kept.
enum class Passes : uint8_t { one, several };
// Gives buffers and variables their addresses, decodes and checks all launches.
Result<bool, Refusal> prepare(Run& run, Passes passes);
// Buffers and variables as they were before the first launch.
void restore(Run& run);

// All of `state` that does not depend on what is decided or on the launches before it. `heap` stays
// alive as long as `state`.
void describe_launch(const Run& run, size_t launch, DeviceHeap& heap, LaunchState& state);

// What a launch's kernel sees as its parameters.
std::vector<std::byte> parameter_bytes(const Run& run, const Launch& launch);
// By allocation number: what a launch may reach, however it had the address.
std::vector<bool> visible_to(const Run& run, const Launch& launch);
// Variables start anew for each launch that does not keep them, the heap for every one. `written`
// are the allocations that have been written since they were last new.
void renew_variables(Run& run, size_t launch, std::vector<bool>& written);

}  // namespace warplab::sim
