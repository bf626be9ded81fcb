#include "lens/explanation.hpp"

#include <algorithm>
#include <cctype>
#include <string>

#include "exercise/exercise.hpp"

namespace warplab::lens {
namespace {

using data::LabSays;
using Link = Explanation::Link;

// --- what a launch does with memory

constexpr Explanation kSectors = {LabSays::why_sectors, LabSays::look_sectors, Link::sectors};
constexpr Explanation kRequests = {LabSays::why_requests, LabSays::look_requests, Link::sectors};
constexpr Explanation kBytes = {LabSays::why_bytes, LabSays::look_bytes, Link::sectors};
constexpr Explanation kGlobalAtomics = {LabSays::why_global_atomics, LabSays::look_global_atomics,
                                        Link::atomics};
constexpr Explanation kSharedRequests = {LabSays::why_shared_requests,
                                         LabSays::look_shared_requests, Link::banks};
constexpr Explanation kSharedPasses = {LabSays::why_shared_passes, LabSays::look_shared_passes,
                                       Link::banks};
constexpr Explanation kBankConflicts = {LabSays::why_bank_conflicts, LabSays::look_bank_conflicts,
                                        Link::banks};
constexpr Explanation kSharedAtomics = {LabSays::why_shared_atomics, LabSays::look_shared_atomics,
                                        Link::atomics};
constexpr Explanation kLocal = {LabSays::why_local, LabSays::look_local, Link::sectors};
constexpr Explanation kConstant = {LabSays::why_constant, LabSays::look_constant, Link::sectors};
constexpr Explanation kParameters = {LabSays::why_parameters, LabSays::look_parameters,
                                     Link::statement};

// --- what a launch executes

constexpr Explanation kInstructions = {LabSays::why_instructions, LabSays::look_instructions,
                                       Link::statement};
constexpr Explanation kBusiest = {LabSays::why_busiest, LabSays::look_busiest, Link::statement};
constexpr Explanation kLanes = {LabSays::why_lanes, LabSays::look_lanes, Link::statement};
constexpr Explanation kDivergence = {LabSays::why_divergence, LabSays::look_divergence,
                                     Link::statement};
constexpr Explanation kBarriers = {LabSays::why_barriers, LabSays::look_barriers, Link::statement};
constexpr Explanation kExchanges = {LabSays::why_exchanges, LabSays::look_exchanges,
                                    Link::statement};
constexpr Explanation kThroughShared = {LabSays::why_through_shared, LabSays::look_through_shared,
                                        Link::statement};
constexpr Explanation kOtherMemory = {LabSays::why_other_memory, LabSays::look_other_memory,
                                      Link::sectors};
constexpr Explanation kTime = {LabSays::why_time, LabSays::look_time, Link::sectors};

// --- what a kernel does wrong

constexpr Explanation kOutOfBounds = {LabSays::why_out_of_bounds, LabSays::look_out_of_bounds};
constexpr Explanation kMisaligned = {LabSays::why_misaligned, LabSays::look_misaligned};
constexpr Explanation kNullPointer = {LabSays::why_null_pointer, LabSays::look_null_pointer};
constexpr Explanation kReadOnlyWrite = {LabSays::why_read_only_write,
                                        LabSays::look_read_only_write};
constexpr Explanation kUninitialized = {LabSays::why_uninitialized, LabSays::look_uninitialized};
constexpr Explanation kNeverWritten = {LabSays::why_never_written, LabSays::look_never_written};
constexpr Explanation kRace = {LabSays::why_race, LabSays::look_race};
constexpr Explanation kWarpSynchronous = {LabSays::why_warp_synchronous,
                                          LabSays::look_warp_synchronous};
constexpr Explanation kBarrierDivergence = {LabSays::why_barrier_divergence,
                                            LabSays::look_barrier_divergence};
constexpr Explanation kDeadlock = {LabSays::why_deadlock, LabSays::look_deadlock};
constexpr Explanation kStepLimit = {LabSays::why_step_limit, LabSays::look_step_limit};
constexpr Explanation kStackOverflow = {LabSays::why_stack_overflow, LabSays::look_stack_overflow};
constexpr Explanation kDeviceAssert = {LabSays::why_device_assert, LabSays::look_device_assert};
constexpr Explanation kTrap = {LabSays::why_trap, LabSays::look_trap};
constexpr Explanation kUndefinedBehavior = {LabSays::why_undefined_behavior,
                                            LabSays::look_undefined_behavior};
constexpr Explanation kUnsupported = {LabSays::why_unsupported, LabSays::look_unsupported};
constexpr Explanation kLaunchFailure = {LabSays::why_launch_failure, LabSays::look_launch_failure};
constexpr Explanation kOutputLimit = {LabSays::why_output_limit, LabSays::look_output_limit};
constexpr Explanation kHostCode = {LabSays::why_host_code, LabSays::look_host_code};
constexpr Explanation kProgramLaunches = {LabSays::why_program_launches,
                                          LabSays::look_program_launches};
constexpr Explanation kOccupancy = {LabSays::why_occupancy, LabSays::look_occupancy};
constexpr Explanation kOverlap = {LabSays::why_overlap, LabSays::look_overlap};
constexpr Explanation kNote = {LabSays::why_note, LabSays::look_note};

// --- gates over the whole run

constexpr Explanation kCompiles = {LabSays::why_compiles, LabSays::look_compiles};
constexpr Explanation kTerminates = {LabSays::why_terminates, LabSays::look_terminates};
constexpr Explanation kCorrect = {LabSays::why_correct, LabSays::look_correct};
constexpr Explanation kSameOnGpu = {LabSays::why_same_on_gpu, LabSays::look_same_on_gpu};
constexpr Explanation kPlausibleTime = {LabSays::why_plausible_time, LabSays::look_plausible_time};

const Explanation* of_built_in(std::string_view name) {
  struct Row {
    std::string_view gate;
    const Explanation* text;
  };
  static constexpr Row kRows[] = {{"compiles", &kCompiles},
                                  {"supported", &kUnsupported},
                                  {"launches", &kLaunchFailure},
                                  {"terminates", &kTerminates},
                                  {"in_bounds", &kOutOfBounds},
                                  {"initialized", &kUninitialized},
                                  {"race_free", &kRace},
                                  {"correct", &kCorrect},
                                  {exercise::kHostCodeMetric, &kHostCode},
                                  {"program.launches", &kProgramLaunches},
                                  {"program.occupancy", &kOccupancy},
                                  {"program.overlap", &kOverlap},
                                  {"same_on_gpu", &kSameOnGpu},
                                  {"right_when_timed", &kSameOnGpu},
                                  {"plausible_time", &kPlausibleTime}};
  for (const Row& row : kRows)
    if (row.gate == name) return row.text;
  return nullptr;
}

// The names in an expression, in their order: "in.load.sectors", "reference.global.sectors".
std::vector<std::string_view> names_in(std::string_view metric) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  std::vector<std::string_view> names;
  while (!metric.empty()) {
    const auto length = static_cast<size_t>(
        std::find_if_not(metric.begin(), metric.end(), is_part) - metric.begin());
    if (length > 0) names.push_back(metric.substr(0, length));
    metric.remove_prefix(std::max<size_t>(length, 1));
  }
  return names;
}

const Explanation* of_counted(std::string_view name) {
  if (const auto counter = data::counter_named(name)) return &lens::explanation_of(*counter);
  const size_t dot = name.find('.');
  if (dot == std::string_view::npos || name.starts_with("reference.")) return nullptr;
  if (const auto counter = data::buffer_counter_named(name.substr(dot + 1)))
    return &lens::explanation_of(*counter);
  return nullptr;
}

// All of global memory but for some buffers: "global.sectors - in.sectors - out.sectors".
bool is_about_other_memory(const verdict::GateResult& gate) {
  return gate.metric.starts_with("global.") && gate.metric.find(" - ") != std::string::npos &&
         !gate.limit_is_minimum;
}

}  // namespace

const Explanation& explanation_of(sim::FindingKind kind) {
  using enum sim::FindingKind;
  switch (kind) {
    case out_of_bounds: return kOutOfBounds;
    case misaligned: return kMisaligned;
    case null_pointer: return kNullPointer;
    case read_only_write: return kReadOnlyWrite;
    case uninitialized: return kUninitialized;
    case never_written: return kNeverWritten;
    case race: return kRace;
    case warp_synchronous: return kWarpSynchronous;
    case barrier_divergence: return kBarrierDivergence;
    case deadlock: return kDeadlock;
    case step_limit: return kStepLimit;
    case stack_overflow: return kStackOverflow;
    case device_assert: return kDeviceAssert;
    case trap: return kTrap;
    case undefined_behavior: return kUndefinedBehavior;
    case unsupported: return kUnsupported;
    case launch_failure: return kLaunchFailure;
    case output_limit: return kOutputLimit;
    case note: return kNote;
  }
  return kNote;
}

const Explanation& explanation_of(data::Counter counter) {
  using enum data::Counter;
  switch (counter) {
    case global_load_sectors:
    case global_store_sectors:
    case global_sectors: return kSectors;
    case global_load_requests:
    case global_store_requests:
    case global_requests: return kRequests;
    case global_load_bytes:
    case global_store_bytes:
    case global_bytes: return kBytes;
    case global_atomic_requests:
    case global_atomic_sectors:
    case global_atomic_bytes: return kGlobalAtomics;
    case shared_load_requests:
    case shared_store_requests:
    case shared_requests: return kSharedRequests;
    case shared_load_wavefronts:
    case shared_store_wavefronts:
    case shared_wavefronts: return kSharedPasses;
    case shared_load_bank_conflicts:
    case shared_store_bank_conflicts:
    case shared_bank_conflicts: return kBankConflicts;
    case shared_atomic_requests:
    case shared_atomic_wavefronts:
    case shared_atomic_bank_conflicts: return kSharedAtomics;
    case local_load_requests:
    case local_load_sectors:
    case local_store_requests:
    case local_store_sectors:
    case local_requests:
    case local_sectors:
    case spilled_sectors: return kLocal;
    case constant_requests:
    case constant_sectors: return kConstant;
    case param_requests: return kParameters;
    case warp_instructions:
    case weighted_instructions:
    case matrix_products: return kInstructions;
    case thread_instructions: return kLanes;
    case branches: return kInstructions;
    case branches_divergent: return kDivergence;
    case barriers: return kBarriers;
    case warp_exchanges:
    case warp_votes: return kExchanges;
    case busiest_warp:
    case busiest_block: return kBusiest;
  }
  return kInstructions;
}

const Explanation& explanation_of(data::BufferCounter counter) {
  using enum data::BufferCounter;
  switch (counter) {
    case load_sectors:
    case store_sectors:
    case sectors: return kSectors;
    case load_requests:
    case store_requests:
    case requests: return kRequests;
    case load_bytes:
    case store_bytes:
    case bytes: return kBytes;
    case atomic_requests:
    case atomic_sectors:
    case atomic_bytes: return kGlobalAtomics;
  }
  return kBytes;
}

const Explanation& explanation_of(const data::LoggedAccess& access) {
  const bool is_atomic = access.kind == data::TraceKind::atomic;
  switch (access.space) {
    case data::TraceSpace::shared: return is_atomic ? kSharedAtomics : kBankConflicts;
    case data::TraceSpace::local: return kLocal;
    case data::TraceSpace::constant: return kConstant;
    case data::TraceSpace::global: break;
  }
  return is_atomic ? kGlobalAtomics : kSectors;
}

const Explanation* explanation_of(const verdict::GateResult& gate) {
  if (gate.is_consequence) return nullptr;
  if (gate.finding) return &explanation_of(gate.finding->kind);
  for (const std::string_view name : {std::string_view(gate.metric), std::string_view(gate.name)})
    if (const Explanation* const text = of_built_in(name)) return text;
  if (is_about_other_memory(gate)) return &kOtherMemory;
  for (const std::string_view name : names_in(gate.metric))
    if (const Explanation* const text = of_counted(name))
      return text == &kSharedPasses && gate.limit_is_minimum ? &kThroughShared : text;
  if (gate.source != verdict::Source::counted || exercise::is_timed_metric(gate.metric))
    return &kTime;
  return nullptr;
}

}  // namespace warplab::lens
