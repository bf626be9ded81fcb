#include "verdict/grading.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "compile/missing_kernel.hpp"
#include "verdict/judge/mismatch_hint.hpp"
#include "verdict/run/answers.hpp"
#include "verdict/run/causes_in_source.hpp"
#include "verdict/run/findings.hpp"
#include "verdict/run/graded_run.hpp"
#include "verdict/run/stages.hpp"
#include "verdict/run/stopwatch.hpp"
#include "verdict/run/uninitialized.hpp"
#include "verdict/run/writing_line.hpp"

namespace warplab::verdict {

using worker::Failure;

namespace {

bool is_step_limit(const sim::Finding& finding) {
  return finding.kind == sim::FindingKind::step_limit;
}

// The first kernel of the exercise that the source has, and not as a kernel.
Saying missing_kernel(const exercise::Exercise& exercise, const std::string& source,
                      const std::map<std::string, compile::KernelResources>& kernels) {
  for (const exercise::LaunchSpec& launch : exercise.launches) {
    if (kernels.contains(launch.kernel)) continue;
    if (const std::string why = compile::why_no_kernel(source, launch.kernel); !why.empty())
      return say(GateSays::kernel_is_missing, launch.kernel, exercise.student_file, why);
  }
  return {};
}

// Behind a refusal of a kernel that the file does not have at all.
Saying where_missing_kernel_is(const exercise::Exercise& exercise, const Failure& refusal) {
  using enum sim::Refusal::Kind;
  if (refusal.refusal != no_kernel && refusal.refusal != other_kernels) return {};
  if (Saying hint = given_kernel_hint(exercise, refusal.kernel); !hint.empty()) return hint;
  if (refusal.refusal == no_kernel) return {};
  return say(GateSays::exercise_launches, refusal.kernel);
}

// Of launches that repeat while a flag is set: it was set in the last repetition that there may be.
Saying never_stays_zero(const PreparedRun& run, const sim::Report& report) {
  const std::vector<data::Launch>& launches = run.setup.launches;
  uint64_t rounds = 0;
  for (size_t k = 0; k < launches.size(); ++k) {
    const data::Round next = k + 1 < launches.size() ? launches[k + 1].round : data::Round::none;
    if (launches[k].round == data::Round::none) continue;
    if (launches[k].round == data::Round::begins) rounds = 0;
    rounds += launches[k].round != data::Round::belongs;
    const bool is_last = next == data::Round::none || next == data::Round::begins;
    if (is_last && report.launches[k].total[sim::Counter::warp_instructions] > 0)
      return say(GateSays::flag_stays_set,
                 run.setup.buffers[static_cast<size_t>(launches[k].flag)].name, data::Count{rounds},
                 run.setup.label);
  }
  return {};
}

// What a kernel is given, where it has been refused for its parameters: "The exercise passes a
// (float*), c (float*), n (int)." The simulator knows of them only how many bytes they have.
Saying passed_arguments(const exercise::Exercise& exercise, const Failure& refusal) {
  if (refusal.refusal != sim::Refusal::Kind::parameters) return {};
  for (const exercise::LaunchSpec& launch : exercise.launches)
    if (launch.kernel == refusal.kernel)
      return say(GateSays::exercise_passes, passed_text(exercise, launch));
  return {};
}

}  // namespace

void Grading::make_runs(const std::vector<PlannedRun>& runs) {
  const Stopwatch watch;
  std::shared_ptr<const RunMemory> inputs;
  for (size_t i = 0; i < runs.size(); ++i) {
    const PlannedRun& run = runs[i];
    // Free one size before the next is made.
    if (i == 0 || !runs[i - 1].has_data_of(run)) inputs.reset();
    is_last_run_ = i + 1 == runs.size();
    const bool go_on = make_run(run, inputs);
    const double so_far = watch.milliseconds();
    if (run.graded) result_.time.graded = so_far - result_.time.checks;
    else result_.time.checks = so_far;
    if (!go_on) return;
  }
}

bool Grading::make_run(const PlannedRun& plan, std::shared_ptr<const RunMemory>& inputs) {
  Result<PreparedRun, NotPrepared> run = prepare_run(exercise_, plan, block_, inputs);
  if (!run) {
    if (run.why().block_is_wrong) return stop("launches", as_it_is(run.error()));
    return give_up(run.why().no_memory ? NotGraded::no_memory : NotGraded::broken_exercise,
                   as_it_is(run.error()));
  }
  inputs = run->inputs;
  const std::string& where = run->setup.label;
  const std::string doing = (plan.graded ? "counting " : "checking ") + where;
  // The reference's run fills the first part of this run's progress, the student's the second.
  const double middle = (plan.progress_begin + plan.progress_end) / 2;
  const auto part = [&](double begin) {
    return [this, &doing, &plan, begin, half = middle - plan.progress_begin](double fraction) {
      tell(doing, std::min(begin + fraction * half, plan.progress_end));
    };
  };
  tell(doing, plan.progress_begin);

  // The reference first: what it needs for this run says what the student's kernel may.
  worker::Outcome<Reference::Expected> expected =
      student_.expected(*reference_, *run, part(plan.progress_begin));
  if (!expected) return failed_in_reference(expected.failure, where);
  const sim::Options options = limits_for(*run, expected.value->work);
  // The largest run is the last. A GPU's answers are compared with the reference's once more.
  if (is_last_run_ && own_reference_ && !options_.gpu) own_reference_->rest();

  worker::Outcome<sim::Report> ran = student_.simulate(*run, options, part(middle));
  if (!ran) return failed_in_worker(ran.failure, as_it_is(where));
  sim::Report& report = *ran.value;
  if (report.cancelled) return cancelled();
  if (!judge_later_stages(*run, *expected.value, options, report)) return false;
  // It was stopped by us, and might have come to its end.
  const bool is_for_cost = budget_.is_without_points() && !report.completed &&
                           report.work + report.swept_work >= options.max_work;
  if (is_for_cost) std::erase_if(report.findings, is_step_limit);
  budget_.spend(report);
  ++evidence_.runs_started;
  may_use_undefined_ |= report.may_read_unset_registers;
  note(plan, report, where);
  if (std::optional<Stop> last = stop_by_finding(report, where)) {
    evidence_.stop = std::move(last);
    return false;
  }
  if (!report.completed) {  // an access that cannot be made ends a launch, but other sizes may do
    if (evidence_.incomplete_where.empty()) {
      evidence_.incomplete_where = where;
      evidence_.incomplete_for_cost = is_for_cost;
    }
    return true;
  }

  if (Saying endless = never_stays_zero(*run, report); !endless.empty())
    return stop("terminates", std::move(endless));

  if (!plan.counted_again) measured_.push_back({plan, warp_instructions(report)});

  const bool was_right = !evidence_.mismatch;
  std::shared_ptr<const RunMemory> answers = std::move(expected.value->answers);
  const worker::Outcome<bool> correct =
      compare_answers(*run, *answers, where, student_.get(), evidence_);
  if (!correct) return failed_in_worker(correct.failure, as_it_is(where));
  if (was_right && evidence_.mismatch) mismatch_run_ = plan;
  ++evidence_.runs_completed;
  if (plan.graded && options_.keep_pictures && result_.pictures.empty())
    result_.pictures = pictures_of(*run, *answers, student_.get());
  const std::vector<OrderTrial> trials =
      plan.counted_again ? std::vector<OrderTrial>() : orders_.trials(report);
  const std::optional<OrderTrial> again =
      plan.counted_again ? std::nullopt : again_.trial(*run, report);
  if (trials.empty() && !again) answers.reset();
  if (plan.graded || plan.counted_again) {
    std::vector<VariantCounters>& counted =
        plan.graded ? evidence_.counted : evidence_.counted_again;
    counted.push_back(counters_of(*run, report, *expected.value, *correct.value));
  }
  if (!trials.empty() && !repeat_in_other_orders(*run, *answers, trials, report)) return false;
  return !again || launch_again(*run, *answers, *again);
}

// A later stage is judged on the reference's answers where an earlier one is not written yet.
// False: the grading ends.
bool Grading::judge_later_stages(PreparedRun& run, Reference::Expected& expected,
                                 const sim::Options& options, sim::Report& report) {
  if (exercise_.launches.size() < 2 || !report.completed) return true;
  const std::string where = run.setup.label;
  const worker::Outcome<bool> left_out =
      leave_out_unwritten(run, expected, where, student_.get(), evidence_);
  if (!left_out) return failed_in_worker(left_out.failure, as_it_is(where));
  if (!*left_out.value) return true;
  budget_.spend(report);
  worker::Outcome<sim::Report> again = student_.simulate(run, options, {});
  if (!again) return failed_in_worker(again.failure, as_it_is(where));
  if (again.value->cancelled) return cancelled();
  report = std::move(*again.value);
  return true;
}

// For the run that comes next, which the reference needed so much work for.
sim::Options Grading::limits_for(const PreparedRun& run, uint64_t reference) {
  if (score_is_lost()) {
    budget_.without_points();
    tracking_.without_points();
  }
  budget_.add_run(reference, run.setup);
  sim::Options options = tracking_.limited(options_of_run(), evidence_, reference);
  options.max_work = budget_.left();
  options.work_before = budget_.done();
  return options;
}

// No run to come can change the score, which is 0.
bool Grading::score_is_lost() const {
  std::vector<GateResult> at_best = judge(exercise_, evidence_);
  for (GateResult& gate : at_best)
    if (gate.status == Status::not_checked) gate.status = Status::pass;
  return score_of(at_best) == 0;
}

// What is right in the default order must be so in every one. False: the grading ends.
bool Grading::repeat_in_other_orders(PreparedRun& run, const RunMemory& expected,
                                     const std::vector<OrderTrial>& trials,
                                     const sim::Report& first) {
  const auto is_wrong = [&] { return evidence_.mismatch || any_fails(evidence_.findings); };
  if (is_wrong() || options_.schedule_seed != 0) return true;
  for (const OrderTrial& planned : trials) {
    const OrderTrial trial = orders_.limited(planned);
    const std::string where = place_of(run.setup.label, trial.schedule);
    const worker::Outcome<sim::Report> ran =
        student_.simulate(run, options_of(trial, options_of_run()), {});
    if (!ran) return failed_in_worker(ran.failure, as_it_is(where));
    if (ran.value->cancelled) return cancelled();
    orders_.spend(*ran.value, trial);
    add_findings(evidence_.findings, *ran.value, run.setup.label, where);
    if (ran.value->completed) {
      const worker::Outcome<bool> compared =
          compare_answers(run, expected, where, student_.get(), evidence_);
      if (!compared) return failed_in_worker(compared.failure, as_it_is(where));
    }
    if (evidence_.mismatch) {
      evidence_.mismatch->order = trial.schedule;
      evidence_.mismatch->line = first.order_line;
    }
    if (is_wrong()) return true;
  }
  return true;
}

// What is right when it is launched first must be so each time. False: the grading ends.
bool Grading::launch_again(PreparedRun& run, const RunMemory& expected, const OrderTrial& trial) {
  if (evidence_.mismatch || any_fails(evidence_.findings)) return true;
  const std::string where = place_launched_again(run.setup.label);
  Result<PreparedRun, NotPrepared> again =
      launched_again(run, draw_.seed("launched before " + run.setup.label), block_);
  if (!again)
    return give_up(again.why().no_memory ? NotGraded::no_memory : NotGraded::broken_exercise,
                   as_it_is(again.error()));
  sim::Options options = options_of(trial, options_of_run());
  options.exact_tracking = false;
  options.schedule = options_of_run().schedule;
  const worker::Outcome<sim::Report> ran = student_.simulate(*again, options, {});
  if (!ran) return failed_in_worker(ran.failure, as_it_is(where));
  if (ran.value->cancelled) return cancelled();
  add_findings(evidence_.findings, *ran.value, run.setup.label, where);
  if (!ran.value->completed) return true;
  const worker::Outcome<bool> compared =
      compare_answers(*again, expected, where, student_.get(), evidence_);
  if (!compared) return failed_in_worker(compared.failure, as_it_is(where));
  if (evidence_.mismatch) evidence_.mismatch->launched_again = true;
  return true;
}

void Grading::look_for_undefined_variables() {
  if (!may_use_undefined_ || !student_.is_started() || evidence_.stop || options_.is_cancelled())
    return;
  // What the optimiser has made of such a variable may have neither its name nor a line.
  const sim::Finding* const known = first_finding(evidence_, "initialized");
  if (known && known->line > 0) return;
  tell("looking for variables without a value", 1);
  const worker::Outcome<bool> looked =
      add_undefined_variables({exercise_, block_, measured_}, student_, evidence_.findings);
  if (!looked) failed_in_worker(looked.failure, say(LabSays::looking_for_values));
}

sim::Options Grading::options_of_run() const {
  sim::Options options;
  options.threads = options_.threads;
  options.schedule = sim::Schedule::numbered(options_.schedule_seed);
  options.student_file = exercise_.student_file;
  options.allows_same_value_stores = exercise_.allows_same_value_stores;
  return options;
}

// A call that gave no report. Limits that are the kernel's own are counted and come as findings, so
// what is left is a launch that cannot be, or our fault or the system's.
bool Grading::failed_in_worker(const Failure& failure, const Saying& where) {
  if (student_.was_cancelled(failure)) return cancelled();
  if (failure.kind == Failure::Kind::rejected) {
    evidence_.stop = stop_by_refusal(failure);
    if (Saying missing = missing_kernel(exercise_, source_, result_.resources); !missing.empty()) {
      evidence_.stop->says = std::move(missing);
      return false;
    }
    add_sentence(evidence_.stop->says, passed_arguments(exercise_, failure));
    add_sentence(evidence_.stop->says, where_missing_kernel_is(exercise_, failure));
    return false;
  }
  if (failure.kind == Failure::Kind::time_limit)
    return give_up(NotGraded::time_limit, student_.out_of_time(where));
  return give_up(why_not(failure), say(LabSays::sentence_at, failure.says, where));
}

// Never the student's fault.
bool Grading::failed_in_reference(const Failure& failure, const std::string& where) {
  if (student_.was_cancelled(failure)) return cancelled();
  if (failure.kind == Failure::Kind::time_limit)
    return give_up(NotGraded::time_limit,
                   student_.out_of_time(say(LabSays::the_references_run, where)));
  // What no machine is to blame for is the exercise's author's, and a student must not look for it
  // in their own file.
  const bool is_exercises = failure.kind == Failure::Kind::rejected;
  return give_up(NotGraded::reference_failed,
                 is_exercises ? say(LabSays::exercise_at_fault, failure.says) : failure.says);
}

// Adds what a run found to what is known, each finding once.
void Grading::note(const PlannedRun& plan, const sim::Report& report, const std::string& where) {
  if (result_.output.empty()) result_.output = report.output;
  if (!tracking_.leaves(plan, report, evidence_))
    evidence_.races_checked = evidence_.races_checked && report.races_checked;
  add_findings(evidence_.findings, report, where, where);
}

// What is right so far is tracked to the end of every run. One gate that fails decides the verdict,
// and then the runs that were looked at whole speak for the others.
void Grading::look_at_what_was_left() {
  const std::vector<PlannedRun> left = tracking_.left();
  if (left.empty() || evidence_.stop || !result_.has_score()) return;
  evidence_.runs_half_tracked = left.size();
  const std::vector<GateResult> gates = judge(exercise_, evidence_);
  if (std::ranges::any_of(gates, [](const auto& gate) { return gate.status == Status::fail; }))
    return;
  uint64_t spent = 0;
  for (const PlannedRun& run : left) {
    if (spent >= TrackingPlan::kWhole) return;
    tell("looking for races", 1);
    const worker::Outcome<std::optional<uint64_t>> looked =
        track_whole(exercise_, block_, run, student_, options_of_run(), evidence_);
    if (!looked) failed_in_worker(looked.failure, as_it_is(run.size.label));
    else if (!*looked.value) cancelled();
    if (!looked || !*looked.value) return;
    --evidence_.runs_half_tracked;
    spent += **looked.value;
    if (any_fails(evidence_.findings)) return;
  }
}

void Grading::find_writing_line() {
  if (!mismatch_run_ || options_.is_cancelled()) return;
  if (!result_.has_score()) return;  // and perhaps no worker
  Mismatch& mismatch = *evidence_.mismatch;
  const WrongRun wrong{exercise_, *mismatch_run_, block_, options_.name_inputs};
  mismatch.hint = mismatch_hint(wrong, source_, result_.resources, mismatch);
  if (mismatch.hint.empty()) mismatch.hint = cause_of_wrong_answer(source_);
  if (mismatch.hint.empty()) mismatch.hint = cause_in_numbering(source_);
  if (mismatch.hint.empty()) mismatch.hint = mismatch.shape;
  if (mismatch.writers == Mismatch::Writers::several) mismatch.line = only_atomic_line(source_);
  if (!mismatch.writer && mismatch.writers != Mismatch::Writers::earlier) return;
  add_writing_line(wrong, student_.get(), options_.cancel, mismatch);
}

}  // namespace warplab::verdict
