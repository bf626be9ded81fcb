// The text that is open, run: what is asked of the runner, and what becomes of its answers.
#include <fmt/format.h>

#include <algorithm>

#include "lab/lab.hpp"
#include "results/given_back.hpp"
#include "time/gpu_models.hpp"
#include "time/timing_chart.hpp"
#include "verdict/gpu/modelled_timing.hpp"

namespace warplab::app {
namespace {

// Where the starter has a race, further orders of blocks and warps show what it depends on.
constexpr int kRacySchedules = 3;
// Of all exercises together, besides the one that is open: a picture of 2048 x 2048 floats and what
// was expected there are 32 MiB.
constexpr size_t kMostPictureBytes = 40 << 20;
// The same while a kernel runs: its buffers, the expected ones and new pictures need the memory.
constexpr size_t kMostPictureBytesInARun = 8 << 20;

TimeNumber number_of(const verdict::Timing& timing, double per_byte) {
  const verdict::TimeNumbers& measured = timing.kernel;
  return {name_of(timing),
          measured.time_us.median,
          measured.time_us.q1,
          measured.time_us.q3,
          timing.copy_fraction,
          timing.bytes,
          measured.unstable.empty() && timing.impossible.empty(),
          per_byte};
}

Attempt attempt_of(const RunOutcome& outcome, const exercise::Exercise* exercise) {
  Attempt attempt;
  attempt.time = outcome.time;
  attempt.verdict = outcome.result.verdict;
  attempt.score = outcome.result.score;
  attempt.seconds = outcome.seconds;
  attempt.summary = verdict_sentence(outcome.result, outcome.cancelled);
  for (const verdict::GateResult& gate : outcome.result.gates)
    attempt.gates.push_back({gate.name, gate.unit, gate.status, gate.value, gate.applies});
  if (outcome.result.gpu) attempt.gpu = outcome.result.gpu->name;
  for (const verdict::Timing& timing : outcome.result.timings)
    if (timing.source == verdict::Source::measured)
      attempt.times.push_back(number_of(
          timing,
          exercise ? instructions_per_byte(*exercise, outcome.result, timing).value_or(0) : 0));
  return attempt;
}

}  // namespace

void Lab::run(int other_schedules) {
  Work* at = work();
  if (!at || runner_.is_running()) return;
  if (experiment()) {
    if (!exercise()->student_file.empty())
      if (const auto saved = at->document.save_if_needed(); !saved)
        notice(Severity::error, saved.error());
    ++experiment_runs_;
    return;
  }
  check_document();  // what is run is what is seen, also where the file changed this very moment
  const exercise::Exercise& chosen = *exercise();
  const auto saved = at->document.save_if_needed();
  follow_trouble(save_trouble_, Severity::error,
                 saved ? "" : saved.error() + " The text in the editor is run; it is not saved.");
  drop_check();
  at->earlier.reset();
  at->earlier_title.clear();
  at->document.code().end_typing();
  at->document.code().take_line_changes();
  at->marks.of_version = at->compiled_version = at->document.code().buffer().version();
  at->marks.moved.clear();

  const Document::Files& files = at->document.files();
  // What is run is what is seen: a file that could not be written holds an older text.
  const auto source =
      saved ? verdict::read_source(at->document.exists_on_disk() ? files.target : files.starter)
            : Result<std::string>(at->document.code().text());
  if (!source) {
    auto outcome = std::make_shared<RunOutcome>();
    outcome->slug = slug_;
    outcome->source = at->document.code().text();
    outcome->time = std::chrono::system_clock::now();
    outcome->result = verdict::reject(chosen, source.error(), verdict::GradeOptions{}.seed);
    return take_outcome(std::move(outcome));
  }
  put_pictures_away(kMostPictureBytesInARun, slug_);
  give_memory_back();
  RunRequest request;
  request.exercise = chosen;
  request.source = *source;
  request.compute_capability = settings_.compute_capability;
  request.submission = places_.submission;
  request.course = places_.exercises;
  choose_device(request);
  // As the grader does it: what the user has added decides nothing.
  if (!places_.gpus.empty() && verdict::asks_for_models(chosen))
    request.gpus = load_gpu_models({places_.gpus.front()}).gpus;
  const auto starter = at->document.starter_text();
  if (starter && *starter != request.source && !(at->starter && at->starter->source == *starter))
    request.starter = *starter;
  if (starter_races(chosen)) {
    if (starter && *starter != request.source) request.racy_starter = *starter;
    other_schedules = std::max(other_schedules, kRacySchedules);
  }
  for (int i = 1; i <= other_schedules; ++i)
    request.further_schedules.push_back(static_cast<uint64_t>(i));
  runner_.start(std::move(request));
}

const Gpu* Lab::chosen_gpu() const {
  if (settings_.device == kSimulatorOnly) return nullptr;
  const std::vector<Gpu>& gpus = devices_.list().gpus;
  if (settings_.device.empty()) return gpus.empty() ? nullptr : &gpus.front();
  return devices_.find(settings_.device);
}

std::string Lab::why_no_gpu() const {
  if (settings_.device == kSimulatorOnly)
    return "no time was measured, because the simulator alone was chosen";
  if (devices_.list().gpus.empty()) return "no time was measured, because there is no NVIDIA GPU";
  return "no time was measured, because the GPU that was chosen is not here";
}

void Lab::choose_device(RunRequest& request) const {
  request.why_no_gpu = why_no_gpu();
  if (const Gpu* gpu = chosen_gpu()) {
    request.gpu = gpu->uuid;
  } else if (devices_.is_looking() && settings_.device != kSimulatorOnly) {
    request.gpu = settings_.device;  // it is looked for once more, by the run
  }
  // As the grader does it: what a GPU then decides does not depend on what was simulated before it
  // was chosen.
  if (request.gpu) request.compute_capability = verdict::GradeOptions{}.compute_capability;
}

void Lab::take_outcome(std::shared_ptr<const RunOutcome> outcome) {
  ++runs_ended_;
  const std::string slug = outcome->slug;
  // A cancelled run was not judged and a failure of the lab is not the student's: neither is an
  // attempt.
  if (!outcome->cancelled && !outcome->result.grader_failed) {
    const CourseEntry* ran = course_.find(slug);
    if (const auto kept = history_.add(
            slug, attempt_of(*outcome, ran && ran->exercise ? &*ran->exercise : nullptr),
            outcome->source);
        !kept)
      notice(Severity::warning, kept.error());
    Progress& progress = progress_[slug];
    if (outcome->result.verdict == verdict::Status::pass) progress = Progress::passed;
    if (progress == Progress::untouched) progress = Progress::tried;
  }
  const auto found = works_.find(slug);
  if (found == works_.end()) return;
  Work& work = *found->second;
  work.outcome = std::move(outcome);
  work.pictures.clear();
  work.pictures_put_away = false;
  work.marks.compiled_since = false;
  if (work.variant >= work.outcome->result.counters.size()) work.variant = 0;
  update_marks(work);
}

void Lab::update_marks(Work& work) {
  if (!work.outcome) return;
  const verdict::ExerciseResult& result = work.outcome->result;
  // These have moved with their lines already.
  std::vector<Message> compiled;
  if (work.marks.compiled_since) compiled = from_compiler(work.marks.messages);
  work.marks.messages = messages_of(result);
  // Accesses and walks are of single launches, which host code makes by itself.
  if (exercise() && exercise()->host)
    for (Message& message : work.marks.messages)
      message.next = message.line > 0 ? NextStep::line : NextStep::none;
  work.marks.costs.clear();
  work.marks.launches.clear();
  if (work.variant < result.counters.size()) {
    work.marks.costs = line_costs(result.counters[work.variant].lines);
    work.marks.launches = launch_lines(result.counters[work.variant]);
  }
  move_marks(work.marks, work.marks.moved);
  if (work.marks.compiled_since) replace_compiled(work.marks.messages, std::move(compiled));
}

void Lab::move_marks(LineMarks& marks, const std::vector<LineChange>& moved) {
  const auto move = [&](int& line) {
    if (line > 0) line = moved_line(line - 1, moved) + 1;
  };
  for (Message& message : marks.messages) move(message.line), move(message.other_line);
  for (LineCost& cost : marks.costs) move(cost.line);
  for (LaunchLines& launch : marks.launches)
    for (LineCost& cost : launch.lines) move(cost.line);
}

void Lab::show_variant(size_t variant) {
  Work* at = work();
  if (!at) return;
  at->variant = variant;
  update_marks(*at);
}

bool Lab::take_news() {
  Runner::News news = runner_.take_news();
  bool changed = news.outcome || !news.pictures.empty();
  if (news.outcome) take_outcome(std::move(news.outcome));
  if (const auto found = works_.find(runner_.slug()); found != works_.end())
    for (PictureRun& run : news.pictures) found->second->pictures.push_back(std::move(run));
  if (news.starter) {
    changed = true;
    if (const auto found = works_.find(runner_.slug()); found != works_.end())
      found->second->starter = std::move(news.starter);
  }
  if (news.earlier) {
    changed = true;
    const auto found = works_.find(runner_.slug());
    // Nobody waits for one that was hidden meanwhile.
    if (found != works_.end() && !found->second->earlier_title.empty())
      found->second->earlier = std::move(news.earlier);
  }
  if (!news.pictures.empty()) put_pictures_away(kMostPictureBytes, runner_.slug());
  return changed;
}

// ---- an earlier text beside it ------------------------------------------------------------------

void Lab::show_earlier(const std::string& attempt, const std::string& title) {
  Work* at = work();
  if (!at || !at->outcome || at->pictures.empty() || runner_.is_busy()) return;
  const auto source = history_.source(slug_, attempt);
  if (!source) return notice(Severity::error, source.error());
  RunRequest request;
  request.exercise = *exercise();
  request.source = *source;
  request.compute_capability = settings_.compute_capability;
  at->earlier.reset();
  at->earlier_title = title;
  runner_.start_earlier(std::move(request), attempt, at->outcome->source);
}

void Lab::hide_earlier() {
  Work* at = work();
  if (!at) return;
  if (!at->earlier && !at->earlier_title.empty()) runner_.cancel();
  at->earlier.reset();
  at->earlier_title.clear();
}

const Attempt* Lab::newest_earlier() {
  const Work* at = work();
  if (!at || !at->outcome) return nullptr;
  for (const Attempt& attempt : history_.of(slug_))
    if (const auto source = history_.source(slug_, attempt.id);
        source && *source != at->outcome->source)
      return &attempt;
  return nullptr;
}

// ---- memory -------------------------------------------------------------------------------------

void Lab::put_pictures_away(size_t most, const std::string& besides) {
  const auto bytes_of = [](const Work& work) {
    size_t bytes = 0;
    for (const PictureRun& run : work.pictures)
      for (const auto& picture : run.pictures) bytes += picture->bytes();
    if (work.earlier)
      for (const auto& picture : work.earlier->pictures) bytes += picture->bytes();
    return bytes;
  };
  std::vector<Work*> others;
  size_t bytes = 0;
  for (const auto& [slug, kept] : works_) {
    if (slug == slug_ || slug == besides || kept->pictures.empty()) continue;
    others.push_back(kept.get());
    bytes += bytes_of(*kept);
  }
  std::sort(others.begin(), others.end(),
            [](const Work* a, const Work* b) { return a->last_opened < b->last_opened; });
  for (Work* oldest : others) {
    if (bytes <= most) return;
    bytes -= bytes_of(*oldest);
    oldest->pictures.clear();
    oldest->earlier.reset();
    oldest->earlier_title.clear();
    oldest->pictures_put_away = true;
  }
}

}  // namespace warplab::app
