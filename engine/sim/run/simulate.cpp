#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "ptx/operand_check.hpp"
#include "sim/decode/decode.hpp"
#include "sim/device/device_variables.hpp"
#include "sim/execute/launch.hpp"
#include "sim/execute/track_access.hpp"
#include "sim/observe/exact.hpp"
#include "sim/observe/shared_exchange.hpp"
#include "sim/observe/watch.hpp"
#include "sim/report/expand_counters.hpp"
#include "sim/report/message.hpp"
#include "sim/report/order_sites.hpp"
#include "sim/run/followed_launches.hpp"
#include "sim/run/validate_launch.hpp"
#include "sim/simulate.hpp"
#include "sim/state/suspects.hpp"

namespace warplab::sim {
namespace {

// Everything about a run that stays the same when it is repeated.
struct Run {
  const ptx::Module& module;
  std::span<Buffer> buffers;
  std::span<const Launch> launches;
  const Options& options;
  AddressSpace addresses;
  DeviceVariables variables;
  std::map<std::pair<std::string, uint32_t>, Program>
      programs;                                // by kernel and dynamic shared bytes
  std::vector<std::vector<std::byte>> copies;  // of buffers that cannot restore themselves
  uint64_t all_blocks = 0;
};

const Program& program_of(const Run& run, const Launch& launch) {
  return run.programs.at({launch.kernel, launch.dynamic_shared_bytes});
}

Result<bool, Refusal> prepare(Run& run) {
  for (size_t k = 0; k < run.buffers.size(); ++k) {
    Buffer& b = run.buffers[k];
    Allocation a;
    a.name = b.name;
    a.element = b.element;
    a.shape = b.shape;
    a.bytes = b.bytes.size();
    a.host = b.bytes.data();
    a.read_only = b.read_only;
    a.buffer = static_cast<int>(k);
    run.addresses.add(std::move(a));
  }
  if (const auto fault = ptx::size_fault(run.module)) return Refusal{*fault};
  run.variables.place(run.module, run.addresses);
  for (const Launch& launch : run.launches) {
    const auto key = std::pair(launch.kernel, launch.dynamic_shared_bytes);
    if (!run.programs.contains(key)) {
      DecodeRequest request{&run.module, launch.kernel, run.options.student_file,
                            launch.dynamic_shared_bytes,
                            [&](uint32_t v) { return run.variables.address(v); }};
      auto program = decode(request);
      if (!program) return program.why();
      run.programs.emplace(key, std::move(*program));
    }
    if (auto fine =
            validate_launch(run.module, program_of(run, launch), launch, run.buffers, run.options);
        !fine)
      return fine.why();
    run.all_blocks += launch.grid.volume();
  }
  run.copies.resize(run.buffers.size());
  for (size_t k = 0; k < run.buffers.size(); ++k)
    if (!run.buffers[k].restore)
      run.copies[k].assign(run.buffers[k].bytes.begin(), run.buffers[k].bytes.end());
  return true;
}

void restore(Run& run) {
  for (size_t k = 0; k < run.buffers.size(); ++k) {
    if (run.buffers[k].restore) run.buffers[k].restore();
    else std::ranges::copy(run.copies[k], run.buffers[k].bytes.begin());
  }
  run.variables.reset(run.addresses);
}

std::vector<std::byte> parameter_bytes(const Run& run, const ptx::Function& kernel,
                                       const Launch& launch) {
  const ParameterLayout layout = parameter_layout(kernel);
  std::vector<std::byte> bytes(layout.bytes);
  for (size_t k = 0; k < launch.arguments.size(); ++k) {
    const Argument& a = launch.arguments[k];
    std::byte* to = bytes.data() + layout.offsets[k];
    if (a.buffer >= 0) {
      const uint64_t address = run.addresses.allocations()[static_cast<size_t>(a.buffer)].begin;
      std::memcpy(to, &address, sizeof address);
    } else {
      std::ranges::copy(a.value, to);
    }
  }
  return bytes;
}

// By allocation number: what a launch may reach, however it had the address.
std::vector<bool> visible_to(const Run& run, const Launch& launch) {
  std::vector<bool> visible;
  for (const Allocation& a : run.addresses.allocations()) visible.push_back(a.buffer < 0);
  for (const Argument& a : launch.arguments)
    if (a.buffer >= 0) visible[static_cast<size_t>(a.buffer)] = true;
  return visible;
}

// Variables start anew for each launch that does not keep them, the heap for every one. `written`
// are the allocations that have been written since they were last new.
void renew_variables(Run& run, size_t launch, std::vector<bool>& written) {
  for (const Allocation& a : run.addresses.allocations()) {
    const bool is_heap = &a == run.variables.heap();
    if (a.buffer >= 0 || !written[static_cast<size_t>(a.number)]) continue;
    if (!is_heap && run.launches[launch].keep_variables) continue;
    run.variables.reset(a);
    written[static_cast<size_t>(a.number)] = false;
  }
  run.variables.move_heap(run.addresses, launch);
}

void note_written(const Program& program, const SlotCounters& counters,
                  std::vector<bool>& written) {
  for (size_t k = 0; k < program.memory_sites.size(); ++k)
    if (program.memory_sites[k].kind != AccessKind::load)
      for (const SlotCounters::Share& s : counters.shares[k])
        written[static_cast<size_t>(s.allocation->number)] = true;
}

// How a pass over all launches is made.
enum class Pass {
  checked,   // the cheap check, as parallel as the kernels allow; it stops where something is found
  sweep,     // one block at a time: the same, but it goes on, and marks what it finds
  exact,     // one block at a time, observed: all that the sweep has marked, or simply all
  observed,  // one block at a time, nothing decided: for an observer from outside
};

struct PassPlan {
  Pass kind = Pass::checked;
  unsigned threads = 1;
  Observer* observer = nullptr;        // of an observed pass
  std::vector<bool> track_reads;       // by allocation
  bool to_the_end = false;             // the exact pass does not stop at its first findings
  std::unique_ptr<Suspects> suspects;  // marked by the sweep, for the exact pass
};

struct PassResult {
  Report report;
  bool suspicious = false;
  bool reads_matter = false;
  bool ends_by_chance = false;
  bool must_look_again = false;
};

GlobalTracking make_tracking(const Run& run, const std::vector<bool>& track_reads) {
  GlobalTracking tracking;
  for (const Allocation& a : run.addresses.allocations()) {
    TrackedAllocation t;
    t.allocation = const_cast<Allocation*>(&a);
    t.unit_shift = bytes_of(a.element) >= 4 ? 2 : bytes_of(a.element) == 2 ? 1 : 0;
    t.units = (a.bytes >> t.unit_shift) + 1;
    t.reads_tracked = track_reads[static_cast<size_t>(a.number)];
    t.fully_initialized = a.buffer < 0 || run.buffers[static_cast<size_t>(a.buffer)].initialized;
    t.initialized = ZeroPages((t.units / 64 + 2) * 8);
    tracking.allocations.push_back(std::move(t));
  }
  return tracking;
}

// Cells are of one launch; what was written stays written.
void start_launch(GlobalTracking& tracking) {
  for (TrackedAllocation& t : tracking.allocations) {
    t.writer = ZeroPages((t.units + 2 * kLanes) * sizeof(uint32_t));
    if (t.reads_tracked) t.reader = ZeroPages((t.units + 2 * kLanes) * sizeof(uint32_t));
  }
}

void remember_written(GlobalTracking& tracking, const std::vector<RunnerTracking>& touched) {
  for (size_t a = 0; a < tracking.allocations.size(); ++a) {
    TrackedAllocation& t = tracking.allocations[a];
    for (const RunnerTracking& r : touched) {
      const auto& mine = r.allocations[a];
      for (const auto& [used, bits] :
           {std::pair(mine.wrote, &mine.written), std::pair(mine.updated, &mine.atomically)})
        if (used)
          for (size_t word = 0; word <= t.units / 64; ++word)
            t.initialized.as<uint64_t>()[word] |= bits->as<uint64_t>()[word];
    }
  }
}

void report_never_written(const Run& run, const GlobalTracking& tracking, Report& report) {
  for (const TrackedAllocation& t : tracking.allocations) {
    const int b = t.allocation->buffer;
    if (b < 0 || !run.buffers[static_cast<size_t>(b)].must_be_written) continue;
    const uint64_t units = t.allocation->bytes >> t.unit_shift;
    uint64_t missing = 0, first = 0;
    for (uint64_t u = 0; u < units; ++u) {
      if (u % 64 == 0 && t.initialized.as<uint64_t>()[u / 64] == ~0ull) {
        u += 63;
        continue;
      }
      if (!get_bit(t.initialized, u) && missing++ == 0) first = u;
    }
    if (missing)
      report.findings.push_back(never_written(*t.allocation, first, 1u << t.unit_shift, missing));
  }
}

void keep_writers(const GlobalTracking& tracking, const std::vector<RunnerTracking>& touched,
                  int launch, Report& report) {
  for (size_t a = 0; a < tracking.allocations.size(); ++a) {
    const TrackedAllocation& t = tracking.allocations[a];
    if (t.allocation->buffer < 0) continue;
    const bool wrote = std::ranges::any_of(touched, [&](const RunnerTracking& r) {
      return r.allocations[a].wrote || r.allocations[a].updated;
    });
    if (!wrote) continue;
    const auto b = static_cast<size_t>(t.allocation->buffer);
    const auto* cells = t.writer.as<uint32_t>();
    report.writers[b].assign(cells, cells + (t.allocation->bytes >> t.unit_shift));
    report.writer_launch[b] = launch;
  }
}

uint32_t watched_bytes(const Run& run) {
  return bytes_of(run.buffers[static_cast<size_t>(run.options.watch->buffer)].element);
}
uint64_t watched_address(const Run& run) {
  const auto buffer = static_cast<size_t>(run.options.watch->buffer);
  return run.addresses.allocations()[buffer].begin + run.options.watch->index * watched_bytes(run);
}

PassResult make_pass(Run& run, PassPlan& plan) {
  const Pass kind = plan.kind;
  PassResult result;
  Report& report = result.report;
  report.writers.resize(run.buffers.size());
  report.writer_launch.assign(run.buffers.size(), -1);
  report.races_checked = kind == Pass::checked || kind == Pass::exact;
  GlobalTracking tracking = make_tracking(run, plan.track_reads);
  if (kind == Pass::sweep)
    plan.suspects = std::make_unique<Suspects>(tracking, run.launches.size());
  // Who wrote what is known from the sweep, if there was one, and nobody asks an observed pass.
  const bool tracks = kind != Pass::observed && (kind != Pass::exact || !plan.suspects);
  std::unique_ptr<ExactObserver> exact;
  if (kind == Pass::exact) {
    ExactLimits limits;
    if (plan.to_the_end) limits.work_after_finding = kUnlimited;
    if (run.options.max_tracking_work && !plan.to_the_end)
      limits.work_after_finding = run.options.max_tracking_work;
    if (run.options.max_tracking_bytes) limits.bytes = run.options.max_tracking_bytes;
    exact = make_exact_observer(run.buffers, run.addresses, limits);
  }
  uint64_t blocks_before = 0, steps = 0, output_bytes_read = 0;
  std::vector<bool> written(run.addresses.allocations().size(), false);
  report.completed = true;
  for (size_t k = 0; k < run.launches.size(); ++k) {
    const Launch& launch = run.launches[k];
    const Program& program = program_of(run, launch);
    const std::optional<FollowedBlocks>& follow = run.options.follow;
    if (follow && !is_run(k, *follow, run.launches, run.buffers)) {
      report.launches.emplace_back().traffic.buffers.resize(run.buffers.size());
      continue;
    }
    if (tracks) start_launch(tracking);
    if (plan.suspects)
      plan.suspects->launch_starts(k, launch.grid.volume(), program.shared.window_bytes);
    renew_variables(run, k, written);
    DeviceHeap heap(run.variables.heap());
    LaunchState state;
    state.program = &program;
    state.addresses = &run.addresses;
    state.launch = &launch;
    state.heap = &heap;
    state.steps_before = steps;
    state.output_bytes = report.output.size();
    state.output_bytes_read = output_bytes_read;
    state.first_heap = run.variables.first_heap();
    state.heap_begin = run.variables.heap() ? run.variables.heap()->begin : 0;
    state.visible = visible_to(run, launch);
    state.options = &run.options;
    state.parameters = parameter_bytes(run, program.module->functions[program.kernel], launch);
    state.threads_per_block = launch.block.volume();
    state.warps_per_block = static_cast<uint32_t>((state.threads_per_block + kLanes - 1) / kLanes);
    state.observer = exact ? exact.get() : plan.observer;
    state.number = k;
    if (follow && follow->launch == static_cast<int>(k)) state.only_blocks = &follow->blocks;
    state.is_last = k + 1 == run.launches.size();
    if (kind == Pass::checked || kind == Pass::sweep) state.tracking = &tracking;
    else if (tracks) state.provenance = &tracking;
    (kind == Pass::sweep ? state.marks : state.suspects) = plan.suspects.get();
    const bool parallel = kind == Pass::checked && !program.order_dependent;
    const LaunchOutcome out =
        run_launch(state, parallel ? plan.threads : 1, run.options.schedule, [&](uint64_t done) {
          if (run.options.progress)
            run.options.progress(static_cast<double>(blocks_before + done) /
                                 static_cast<double>(std::max<uint64_t>(run.all_blocks, 1)));
        });
    blocks_before += launch.grid.volume();
    steps += state.steps;
    output_bytes_read = state.output_bytes_read;
    note_written(program, out.counters, written);
    if (run.options.cancel && run.options.cancel->load()) {
      report.cancelled = true;
      report.completed = false;
      return result;
    }
    if (out.suspicious || out.reads_matter || out.ends_by_chance) {
      result.suspicious = out.suspicious;
      result.ends_by_chance = out.ends_by_chance;
      result.reads_matter = out.reads_matter;
      for (size_t a = 0; a < out.read_and_written.size(); ++a)
        if (out.read_and_written[a]) plan.track_reads[a] = true;
      return result;
    }
    LaunchReport launch_report;
    launch_report.completed = out.completed;
    expand_counters(program, out.counters, run.buffers.size(), run.variables.heap(), launch_report);
    if (const Site* site = depends_on_order(program, out.counters); site && !report.order_matters) {
      report.order_matters = true;
      report.order_line = site->line;
    }
    if (out.overspent) report.findings.push_back(too_many_instructions(launch_report, state));
    report.launches.push_back(std::move(launch_report));
    report.output += out.output;
    for (const RawFinding& f : out.findings) report.findings.push_back(worded(f, state));
    if (tracks) remember_written(tracking, out.touched);
    if (tracks && run.options.keep_writers)
      keep_writers(tracking, out.touched, static_cast<int>(k), report);
    if (!out.completed) {
      report.completed = false;
      break;
    }
  }
  if (exact) {
    report.races_checked = exact->sees_everything();
    report.tracking_bytes = exact->most_bytes();
    result.must_look_again = exact->must_look_again();
  }
  if (report.completed && tracks) report_never_written(run, tracking, report);
  return result;
}

// One finding for each kind and pair of lines, in the order of the lines.
void tidy(std::vector<Finding>& findings) {
  const auto key = [](const Finding& f) {
    const auto& p = f.place;
    return std::tuple(f.line, p.block.z, p.block.y, p.block.x, p.thread.z, p.thread.y, p.thread.x,
                      static_cast<int>(f.kind), f.other_line);
  };
  std::ranges::stable_sort(findings, {}, key);
  std::map<std::tuple<int, int, int, std::string>, size_t> first;
  std::vector<Finding> kept;
  for (Finding& f : findings) {
    const auto same = std::tuple(static_cast<int>(f.kind), f.line, f.other_line,
                                 f.line == 0 ? f.message : std::string());
    const auto [it, is_new] = first.try_emplace(same, kept.size());
    if (is_new) kept.push_back(std::move(f));
    else kept[it->second].count += f.count;
  }
  findings = std::move(kept);
}

// The only pass of a run that decides nothing.
Report observe(Run& run, Observer& observer) {
  PassPlan plan;
  plan.kind = Pass::observed;
  plan.observer = &observer;
  plan.track_reads.resize(run.addresses.allocations().size());
  Report report = std::move(make_pass(run, plan).report);
  tidy(report.findings);
  return report;
}

Result<Report, Refusal> watch(Run& run) {
  if (run.options.watch->buffer < 0 ||
      static_cast<size_t>(run.options.watch->buffer) >= run.buffers.size())
    return Refusal{"The element to watch is of no buffer."};
  WatchObserver observer(watched_address(run), watched_bytes(run));
  Report report = observe(run, observer);
  report.watched = observer.last();
  return report;
}

Result<Report, Refusal> follow(Run& run) {
  const FollowedBlocks& followed = *run.options.follow;
  if (const auto fault = cannot_follow(followed, run.launches)) return Refusal{*fault};
  const auto launch = static_cast<size_t>(followed.launch);
  SharedExchange observer(launch);
  Report report = observe(run, observer);
  if (launch < report.launches.size()) observer.add_to(report.launches[launch].traffic);
  return report;
}

}  // namespace

Result<Report, Refusal> simulate_observed(const ptx::Module& module, std::span<Buffer> buffers,
                                          std::span<const Launch> launches, const Options& options,
                                          Observer& observer) {
  Run run{module, buffers, launches, options, {}, {}, {}, {}, 0};
  if (const auto ready = prepare(run); !ready) return ready.why();
  return observe(run, observer);
}

Result<Report, Refusal> simulate(const ptx::Module& module, std::span<Buffer> buffers,
                                 std::span<const Launch> launches, const Options& options) {
  Run run{module, buffers, launches, options, {}, {}, {}, {}, 0};
  if (const auto ready = prepare(run); !ready) return ready.why();
  if (options.watch) return watch(run);
  if (options.follow) return follow(run);
  PassPlan plan;
  const bool is_exact = options.always_exact || options.only_undefined_variables;
  plan.kind = is_exact ? Pass::exact : Pass::checked;
  plan.threads = options.threads;
  plan.track_reads.resize(run.addresses.allocations().size());
  PassResult result = make_pass(run, plan);
  // Of a few allocations reads have to be tracked after all; and what ends early is run by one host
  // thread, which ends as it must.
  while (!result.suspicious && !result.report.cancelled &&
         (result.reads_matter || result.ends_by_chance)) {
    restore(run);
    if (result.ends_by_chance) plan.threads = 1;
    result = make_pass(run, plan);
  }
  if (result.suspicious && !result.report.cancelled) {
    plan.kind = Pass::sweep;
    plan.threads = 1;
    do {
      restore(run);
      result = make_pass(run, plan);
    } while (result.reads_matter && !result.report.cancelled);
    // Exact tracking is slow, and a kernel that never ends would take it to the limit.
    const bool ends = std::ranges::none_of(
        result.report.findings, [](const Finding& f) { return f.kind == FindingKind::step_limit; });
    if (ends && !result.report.cancelled && options.exact_tracking) {
      plan.kind = Pass::exact;
      restore(run);
      PassResult exact = make_pass(run, plan);
      if (exact.must_look_again && exact.report.completed) {
        plan.to_the_end = true;
        plan.kind = Pass::sweep;  // the marks were of use, and are gone
        restore(run);
        make_pass(run, plan);
        plan.kind = Pass::exact;
        restore(run);
        exact = make_pass(run, plan);
      }
      exact.report.writers = std::move(result.report.writers);
      exact.report.writer_launch = std::move(result.report.writer_launch);
      for (Finding& f : result.report.findings)
        if (f.kind == FindingKind::never_written) exact.report.findings.push_back(std::move(f));
      result = std::move(exact);
    }
  }
  if (options.only_undefined_variables)
    std::erase_if(result.report.findings,
                  [](const Finding& f) { return f.kind != FindingKind::uninitialized; });
  tidy(result.report.findings);
  for (const auto& [key, program] : run.programs)
    result.report.may_read_unset_registers |= std::ranges::any_of(
        program.functions,
        [](const FunctionCode& f) { return !f.zeroed.empty() && f.frame_bytes != 0; });
  return std::move(result.report);
}

}  // namespace warplab::sim
