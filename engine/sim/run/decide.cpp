// Which passes a run takes.
#include "sim/run/decide.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "sim/report/constant_stores.hpp"
#include "sim/report/findings.hpp"
#include "sim/run/pass.hpp"

namespace warplab::sim {
namespace {

// One finding for each kind and pair of lines, in the order of the lines.
void tidy(std::vector<Finding>& findings) {
  const auto key = [](const Finding& f) {
    const auto& p = f.place;
    return std::tuple(f.line, p.block.z, p.block.y, p.block.x, p.thread.z, p.thread.y, p.thread.x,
                      static_cast<int>(f.kind), f.other_line);
  };
  std::ranges::stable_sort(findings, {}, key);
  const auto is_same = [](const Finding& a, const Finding& b) {
    if (a.kind != b.kind || a.line != b.line || a.other_line != b.other_line) return false;
    return a.line > 0 || (a.told == b.told && a.element == b.element && a.place == b.place);
  };
  std::vector<Finding> kept;
  for (Finding& f : findings) {
    const auto same =
        std::ranges::find_if(kept, [&](const Finding& other) { return is_same(f, other); });
    if (same == kept.end()) kept.push_back(std::move(f));
    else same->count += f.count;
  }
  findings = std::move(kept);
}

PassPlan plan_of(const Run& run, Pass kind) {
  PassPlan plan;
  plan.kind = kind;
  plan.threads = run.options.threads;
  plan.track_reads.resize(run.addresses.allocations().size());
  return plan;
}

// The launches once more from the start.
PassResult repeat(Run& run, PassPlan& plan, Pass kind) {
  plan.kind = kind;
  restore(run);
  return make_pass(run, plan);
}

// What the launches have left in the buffers, to be put back.
class Answers {
 public:
  // `written`: by allocation; what is not among these is as it was.
  Answers(const Run& run, const std::vector<bool>& written)
      : run_(run), copies_(run.buffers.size()) {
    for (const Allocation& a : run.addresses.allocations()) {
      if (a.buffer < 0 || !written.at(static_cast<size_t>(a.number))) continue;
      const auto k = static_cast<size_t>(a.buffer);
      const Buffer& b = run.buffers[k];
      if (b.read_only) continue;
      copies_[k] = ZeroPages(b.bytes.size());
      std::ranges::copy(b.bytes, copies_[k].as<std::byte>());
    }
  }
  void put_back() const {
    for (size_t k = 0; k < copies_.size(); ++k)
      if (const Buffer& b = run_.buffers[k]; copies_[k])
        std::copy_n(copies_[k].as<std::byte>(), b.bytes.size(), b.bytes.data());
  }

 private:
  const Run& run_;
  std::vector<ZeroPages> copies_;
};

// An exact pass that ended early has done what the sweep did, as far as it went.
Report with_told(Report sweep, PassResult exact) {
  std::ranges::move(exact.told, std::back_inserter(sweep.findings));
  sweep.races_checked = exact.report.races_checked;
  sweep.tracking_work = exact.report.tracking_work;
  sweep.tracking_bytes = exact.report.tracking_bytes;
  return sweep;
}

// The exact pass. Most kernels that fence order nothing by it but atomics, which do not race: what
// threads know of each other takes the most time by far, so it is first left out, and followed
// where something races without it.
PassResult look_exactly(Run& run, PassPlan& plan) {
  plan.follows_fences = false;
  PassResult exact = repeat(run, plan, Pass::exact);
  if (!exact.must_follow_fences || exact.report.cancelled) return exact;
  const uint64_t work = exact.report.tracking_work;
  plan.follows_fences = true;
  exact = repeat(run, plan, Pass::exact);
  exact.report.tracking_work += work;
  return exact;
}

// Exact tracking of what the sweep has marked; `sweep` is its result.
PassResult track_exactly(Run& run, PassPlan& plan, PassResult sweep) {
  const Answers answers(run, sweep.written);
  PassResult exact = look_exactly(run, plan);
  if (exact.must_look_again && exact.report.completed) {
    plan.to_the_end = true;
    repeat(run, plan, Pass::sweep);  // the marks were of use, and are gone
    exact = look_exactly(run, plan);
  }
  if (exact.ended_early && !exact.report.cancelled) {
    answers.put_back();
    exact.report = with_told(std::move(sweep.report), std::move(exact));
    return exact;
  }
  exact.report.writers = std::move(sweep.report.writers);
  exact.report.writer_launch = std::move(sweep.report.writer_launch);
  exact.report.written = std::move(sweep.report.written);
  exact.report.swept_work = sweep.report.swept_work;
  for (Finding& f : sweep.report.findings)
    if (f.kind == FindingKind::never_written) exact.report.findings.push_back(std::move(f));
  return exact;
}

Report look(Run& run) {
  const bool is_exact = run.options.always_exact || run.options.only_undefined_variables;
  PassPlan plan = plan_of(run, is_exact ? Pass::exact : Pass::checked);
  PassResult result = make_pass(run, plan);
  // Of a few allocations reads have to be tracked after all; and what ends early is run by one host
  // thread, which ends as it must.
  while (!result.suspicious && !result.report.cancelled &&
         (result.reads_need_tracking || result.ends_by_chance)) {
    if (result.ends_by_chance) plan.threads = 1;
    result = repeat(run, plan, plan.kind);
  }
  if (!result.suspicious || result.report.cancelled) return std::move(result.report);
  plan.threads = 1;
  do result = repeat(run, plan, Pass::sweep);
  while (result.reads_need_tracking && !result.report.cancelled);
  // Exact tracking is slow, and a kernel that never ends would take it to the limit.
  const bool ends = std::ranges::none_of(
      result.report.findings, [](const Finding& f) { return f.kind == FindingKind::step_limit; });
  if (!ends || result.report.cancelled || !run.options.exact_tracking)
    return std::move(result.report);
  // The sweep knows more of the order of a block's threads than the first pass does.
  if (plan.suspects->any()) result = track_exactly(run, plan, std::move(result));
  else result.report.races_checked = true;
  return std::move(result.report);
}

}  // namespace

Report decide(Run& run) {
  Report report = look(run);
  if (run.options.only_undefined_variables)
    std::erase_if(report.findings,
                  [](const Finding& f) { return f.kind != FindingKind::uninitialized; });
  name_constant_stores(run.options.constant_stores, report.findings);
  leave_out_recursion_without_end(report.findings);
  tidy(report.findings);
  for (const auto& [key, program] : run.programs)
    report.may_read_unset_registers |= std::ranges::any_of(
        program.functions,
        [](const FunctionCode& f) { return !f.zeroed.empty() && f.frame_bytes != 0; });
  return report;
}

Report observe(Run& run, Observer* observer) {
  PassPlan plan = plan_of(run, Pass::observed);
  plan.observer = observer;
  Report report = std::move(make_pass(run, plan).report);
  tidy(report.findings);
  return report;
}

}  // namespace warplab::sim
