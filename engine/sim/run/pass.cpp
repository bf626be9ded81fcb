#include "sim/run/pass.hpp"

#include <algorithm>

#include "sim/execute/launch.hpp"
#include "sim/observe/exact.hpp"
#include "sim/report/expand_counters.hpp"
#include "sim/report/findings.hpp"
#include "sim/report/machine_code.hpp"
#include "sim/report/order_sites.hpp"
#include "sim/run/written_memory.hpp"

namespace warplab::sim {
namespace {

class PassRun {
 public:
  PassRun(Run& run, PassPlan& plan)
      : run_(run),
        plan_(plan),
        tracking_(make_tracking(run, plan.track_reads)),
        written_(run.addresses.allocations().size(), false) {
    if (plan.kind == Pass::sweep) {
      plan.suspects = std::make_unique<Suspects>(tracking_, run.launches.size());
      if (!run.options.exact_tracking) plan.suspects->look_away();
    }
    if (plan.kind == Pass::exact)
      exact_ = make_exact_observer(run.buffers, run.addresses, valued(run), exact_limits());
    // Who wrote what is known from the sweep, if there was one, and nobody asks an observed pass.
    tracks_ = plan.kind != Pass::observed && (plan.kind != Pass::exact || !plan.suspects);
    report().writers.resize(run.buffers.size());
    report().written.resize(run.buffers.size());
    report().writer_launch.assign(run.buffers.size(), -1);
    report().races_checked = plan.kind == Pass::checked || plan.kind == Pass::exact;
  }

  PassResult make() {
    report().completed = true;
    const size_t launches = std::min(plan_.launches, run_.launches.size());
    for (size_t k = 0; k < launches && report().completed; ++k)
      if (!make_launch(k)) return std::move(result_);
    if (exact_) {
      // What was allowed may have an answer that depends on who comes first.
      report().order_matters |= run_.options.allows_same_value_stores;
      report().races_checked = exact_->sees_everything();
      report().tracking_work = exact_->work();
      report().tracking_bytes = exact_->most_bytes();
      result_.must_look_again = exact_->must_look_again();
      result_.ended_early = exact_->has_ended_run();
      result_.must_follow_fences = exact_->must_follow_fences();
    }
    if (report().completed && tracks_) report_never_written(run_, tracking_, report());
    if (tracks_ && (run_.options.keep_writers || run_.lasting))
      keep_written(tracking_, run_.lasting ? &written_ : nullptr, report());
    result_.written = std::move(written_);
    result_.printed_bytes_read = printed_bytes_read_;
    return std::move(result_);
  }

 private:
  Report& report() { return result_.report; }

  static ValuedBytes valued(const Run& run) {
    ValuedBytes bytes;
    if (run.lasting)
      for (const Lasting::Piece& piece : run.lasting->pieces) bytes.push_back(piece.valued);
    return bytes;
  }

  ExactLimits exact_limits() const {
    ExactLimits limits;
    if (plan_.to_the_end) limits.work_after_finding = kUnlimited;
    else if (run_.options.max_tracking_work)
      limits.work_after_finding = run_.options.max_tracking_work;
    limits.work_in_all = run_.options.max_tracking_in_all;
    limits.follows_fences = plan_.follows_fences;
    if (run_.options.max_tracking_bytes) limits.bytes = run_.options.max_tracking_bytes;
    return limits;
  }

  // False: the pass is given up.
  bool make_launch(size_t k) {
    const Launch& launch = run_.launches[k];
    if (!is_made(launch)) {
      leave_out(launch);
      return true;
    }
    const Program& program = run_.program_of(launch);
    if (tracks_) renew_cells(tracking_);
    if (plan_.suspects)
      plan_.suspects->launch_starts(k, launch.grid.volume(), program.shared.window_bytes);
    renew_variables(run_, k, written_);
    DeviceHeap heap(run_.variables.heap());
    LaunchState state;
    describe(state, k, heap);
    decide_checks(state);
    const LaunchOutcome out = run(state);
    note_written(program, out.counters);
    if (run_.options.cancel && run_.options.cancel->load()) {
      report().cancelled = true;
      report().completed = false;
      return false;
    }
    if (out.suspicious || out.reads_need_tracking || out.ends_by_chance) {
      give_up(out);
      return false;
    }
    for (const RawFinding& f : out.told) result_.told.push_back(finding_of(f, state));
    take(state, out);
    return true;
  }

  // What the host does before a launch of a round: see data::Round.
  bool is_made(const Launch& launch) {
    if (launch.round == data::Round::none) return true;
    if (launch.round == data::Round::belongs) return was_made_;
    const Buffer& flag = run_.buffers[static_cast<size_t>(launch.flag)];
    const std::span<std::byte> first = flag.bytes.first(bytes_of(flag.element));
    const bool is_set = std::ranges::any_of(first, [](std::byte b) { return b != std::byte{0}; });
    was_made_ = launch.round == data::Round::begins || (was_made_ && is_set);
    if (!was_made_) return false;
    std::ranges::fill(flag.bytes, std::byte{0});
    for (const Allocation& a : run_.addresses.allocations())
      if (a.buffer == launch.flag) written_[static_cast<size_t>(a.number)] = true;
    return true;
  }

  // It has no counters.
  void leave_out(const Launch& launch) {
    LaunchReport report_of_launch;
    report_of_launch.completed = true;
    report_of_launch.traffic.buffers.resize(run_.buffers.size());
    blocks_before_ += launch.grid.volume();
    report().launches.push_back(std::move(report_of_launch));
  }

  void describe(LaunchState& state, size_t k, DeviceHeap& heap) {
    describe_launch(run_, k, heap, state);
    state.printed.bytes = report().output.size();
    state.printed.bytes_read = printed_bytes_read_;
    state.progress.work_before = report().work + report().swept_work;
  }

  void decide_checks(LaunchState& state) {
    state.observer = exact_ ? exact_.get() : plan_.observer;
    const bool checks = plan_.kind == Pass::checked || plan_.kind == Pass::sweep;
    if (checks) state.checks.tracking = &tracking_;
    else if (tracks_) state.checks.provenance = &tracking_;
    if (plan_.kind == Pass::sweep) state.checks.marks = plan_.suspects.get();
    else state.checks.suspects = plan_.suspects.get();
  }

  LaunchOutcome run(LaunchState& state) {
    const bool parallel = plan_.kind == Pass::checked && !state.program->order_dependent;
    LaunchOutcome out =
        run_launch(state, parallel ? plan_.threads : 1, run_.options.schedule, [&](uint64_t done) {
          if (run_.options.progress)
            run_.options.progress(static_cast<double>(blocks_before_ + done) /
                                  static_cast<double>(std::max<uint64_t>(run_.all_blocks, 1)));
        });
    blocks_before_ += state.launch->grid.volume();
    report().work += state.progress.work - out.swept_work;
    report().swept_work += out.swept_work;
    printed_bytes_read_ = state.printed.bytes_read;
    return out;
  }

  void note_written(const Program& program, const SlotCounters& counters) {
    for (size_t k = 0; k < program.memory_sites.size(); ++k)
      if (program.memory_sites[k].kind != AccessKind::load)
        for (const SlotCounters::Share& s : counters.shares[k])
          written_[static_cast<size_t>(s.allocation->number)] = true;
  }

  void give_up(const LaunchOutcome& out) {
    result_.suspicious = out.suspicious;
    result_.ends_by_chance = out.ends_by_chance;
    result_.reads_need_tracking = out.reads_need_tracking;
    for (size_t a = 0; a < out.read_and_written.size(); ++a)
      if (out.read_and_written[a]) plan_.track_reads[a] = true;
  }

  // What a launch has done goes to the report.
  void take(const LaunchState& state, const LaunchOutcome& out) {
    LaunchReport launch;
    launch.completed = out.completed;
    expand_counters(*state.program, out.counters, run_.buffers.size(), run_.variables.heap(),
                    launch);
    note_constants_by_lane(launch.lines, report().findings);
    if (const auto code = run_.options.machine_code.find(state.launch->kernel);
        code != run_.options.machine_code.end())
      count_machine_code(run_.module, *state.launch, code->second, launch);
    const Site* site = depends_on_order(*state.program, out.counters);
    if (site == nullptr && out.mixed_barrier != kNoSite)
      site = &state.program->sites[out.mixed_barrier];
    if (site != nullptr) {
      if (!report().order_matters) report().order_line = site->line;
      report().order_matters = true;
    }
    report().late_writes_matter |= late_writes_matter(*state.program, out.counters);
    report().early_loads_matter |= early_loads_matter(*state.program, out.counters);
    if (out.overspent) report().findings.push_back(too_many_instructions(out.counters, state));
    report().launches.push_back(std::move(launch));
    report().output += out.output;
    for (const RawFinding& f : out.findings) report().findings.push_back(finding_of(f, state));
    if (tracks_) remember_written(tracking_, out.touched);
    if (tracks_ && run_.options.keep_writers)
      keep_writers(tracking_, out.touched, static_cast<int>(state.number), report());
    report().completed = out.completed;
  }

  Run& run_;
  PassPlan& plan_;
  GlobalTracking tracking_;
  bool tracks_ = false;
  std::unique_ptr<ExactObserver> exact_;
  PassResult result_;
  // By allocation: written since it was last new.
  std::vector<bool> written_;
  bool was_made_ = true;  // the launch before this one, of a round
  // Of the launches so far.
  uint64_t blocks_before_ = 0, printed_bytes_read_ = 0;
};

}  // namespace

PassResult make_pass(Run& run, PassPlan& plan) { return PassRun(run, plan).make(); }

}  // namespace warplab::sim
