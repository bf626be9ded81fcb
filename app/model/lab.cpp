#include "model/lab.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/embedded.hpp"
#include "model/files.hpp"
#include "model/given_back.hpp"
#include "model/gpu_models.hpp"
#include "model/language.hpp"
#include "model/timing_chart.hpp"
#include "verdict/modelled_timing.hpp"

namespace warplab::app {
namespace {

namespace fs = std::filesystem;

// Older notices have been read or never will be.
constexpr size_t kMostNotices = 50;
// Where the starter has a race, further orders of blocks and warps show what it depends on.
constexpr int kRacySchedules = 3;
// Of all exercises together, besides the one that is open: a picture of 2048 x 2048 floats and what
// was expected there are 32 MiB.
constexpr size_t kMostPictureBytes = 40 << 20;
// The same while a kernel runs: its buffers, the expected ones and new pictures need the memory.
constexpr size_t kMostPictureBytesInARun = 8 << 20;
// exercises/NN-slug/pictures
constexpr int kExerciseDepth = 2;

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

// Where the unsaved text of a file is kept: the file's place is part of the name, since the same
// exercise can be open for several submissions.
fs::path journal_of(const fs::path& data, const std::string& slug, const fs::path& target) {
  std::error_code error;
  const fs::path place = fs::weakly_canonical(fs::absolute(target, error), error);
  return data / "unsaved" / fmt::format("{}-{}.cu", slug, fingerprint(place.string()));
}

}  // namespace

Lab::Lab(Places places, CourseLoader loader, Grade grade, std::function<void()> wake, Gpus gpus,
         ExperimentLoader experiments)
    : places_(std::move(places)),
      settings_(load_settings(places_.user.settings)),
      saved_settings_(settings_),
      own_settings_(settings_),
      course_(places_.exercises, std::move(loader), std::move(experiments)),
      history_(history_folder(places_.user.data, places_.submission)),
      predictions_(places_.submission),
      devices_(std::move(gpus.find), wake),
      runner_(std::move(grade), wake, std::move(gpus.start)),
      exercises_watch_(places_.exercises, kExerciseDepth,
                       [this, wake] {
                         exercises_changed_ = true;
                         wake();
                       }),
      submission_watch_(places_.submission, 1, [this, wake] {
        submission_changed_ = true;
        wake();
      }) {
  for (const CourseEntry& entry : course_.entries())
    progress_[entry.slug] = history_.progress(entry.slug);
  find_languages();
  auto builtins = load_builtins(embedded_file("cuda_builtins.txt"));
  if (builtins) builtins_ = std::move(*builtins);
  else notice(Severity::warning, builtins.error());
}

Lab::~Lab() {
  tick();
  keep_settings();
}

void Lab::override_settings(const Overrides& overrides) {
  overrides_ = overrides;
  if (overrides.theme) settings_.theme = *overrides.theme;
  if (overrides.language) settings_.language = *overrides.language;
  saved_settings_ = settings_;
}

// What the student has changed since an override is the student's own again.
void Lab::keep_settings() {
  if (!overrides_.remembers) return;
  Settings kept = settings_;
  if (overrides_.theme && settings_.theme == *overrides_.theme) kept.theme = own_settings_.theme;
  if (overrides_.language && settings_.language == *overrides_.language)
    kept.language = own_settings_.language;
  save_settings(places_.user.settings, kept);
}

Progress Lab::progress_of(const std::string& slug) const {
  const auto found = progress_.find(slug);
  return found == progress_.end() ? Progress::untouched : found->second;
}

const exercise::Exercise* Lab::exercise() const {
  const CourseEntry* at = entry();
  return at && at->exercise ? &*at->exercise : nullptr;
}

std::shared_ptr<const experiment::Experiment> Lab::experiment() const {
  const CourseEntry* at = entry();
  return at ? at->experiment : nullptr;
}

Work* Lab::work() {
  const auto found = works_.find(slug_);
  return found == works_.end() || !exercise() ? nullptr : found->second.get();
}
const Work* Lab::work() const { return const_cast<Lab*>(this)->work(); }

void Lab::notice(Severity severity, std::string text) {
  int times = 1;
  const auto same = std::find_if(notices_.begin(), notices_.end(), [&](const Notice& other) {
    return other.severity == severity && other.slug == slug_ && other.text == text;
  });
  if (same != notices_.end()) {
    times += same->times;
    notices_.erase(same);
  }
  notices_.push_back({severity, slug_, std::move(text), times});
  if (notices_.size() > kMostNotices) notices_.pop_front();
}

// ---- opening -----------------------------------------------------------------------------------

void Lab::open(const std::string& slug) {
  slug_ = slug;
  settings_.last_exercise = slug;
  load_work();
  if (Work* at = work()) at->last_opened = ++openings_;
}

void Lab::open_neighbour(int direction) {
  const auto& entries = course_.entries();
  const auto here = std::find_if(entries.begin(), entries.end(),
                                 [&](const CourseEntry& entry) { return entry.slug == slug_; });
  const auto index = (here - entries.begin()) + direction;
  if (here == entries.end() || index < 0 || index >= static_cast<std::ptrdiff_t>(entries.size()))
    return;
  open(entries[static_cast<size_t>(index)].slug);
}

CourseStanding Lab::standing() const {
  CourseStanding standing;
  const auto& entries = course_.entries();
  const CourseEntry* first_open = nullptr;
  for (const CourseEntry& at : entries) {
    if (at.file != "exercise.toml") continue;  // experiments are seen, not passed
    ++standing.exercises;
    if (progress_of(at.slug) == Progress::passed) ++standing.passed;
    else if (!first_open && at.slug != slug_) first_open = &at;
  }
  const auto here = std::find_if(entries.begin(), entries.end(),
                                 [&](const CourseEntry& at) { return at.slug == slug_; });
  if (here != entries.end() && here + 1 != entries.end()) standing.next = &*(here + 1);
  else standing.next = first_open;
  return standing;
}

std::vector<CourseRow> Lab::summary() {
  std::vector<CourseRow> rows;
  for (const CourseEntry& at : course_.entries()) {
    if (at.file != "exercise.toml") continue;
    CourseRow row{at.title, 0, 0};
    const std::vector<Attempt>& attempts = history_.of(at.slug);
    for (auto attempt = attempts.rbegin(); attempt != attempts.rend(); ++attempt) {
      if (attempt->kind != Attempt::Kind::run) continue;
      ++row.runs;
      if (row.runs_to_pass == 0 && attempt->verdict == verdict::Status::pass)
        row.runs_to_pass = row.runs;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

void Lab::load_work() {
  const exercise::Exercise* opened = exercise();
  if (!opened) return;
  if (const auto known = works_.find(slug_); known != works_.end()) {
    if (!opened->student_file.empty()) check_document();
    return load_statement(*known->second);
  }
  if (opened->student_file.empty()) {  // an experiment that was recorded, and has no kernels
    auto work = std::make_unique<Work>(Document::nothing());
    load_statement(*work);
    works_[slug_] = std::move(work);
    return;
  }
  Document::Files files;
  files.target = student_file_in(places_.submission, *opened);
  files.starter = opened->folder / opened->student_file;
  files.journal = journal_of(places_.user.data, slug_, files.target);
  auto document = Document::open(std::move(files));
  if (!document) return notice(Severity::error, document.error());
  auto work = std::make_unique<Work>(std::move(*document));
  if (work->document.was_recovered())
    notice(Severity::note,
           opened->student_file +
               " was not saved when the lab ended last time; the text is back. Undo "
               "gives the file's.");
  load_statement(*work);
  // What is opened was compiled before, or is the starter; only what is typed now is news.
  work->compiled_version = work->document.code().buffer().version();
  works_[slug_] = std::move(work);
}

void Lab::load_statement(Work& work) {
  const std::string& wanted = settings_.language;
  language_shown_ = wanted;
  StatementText statement =
      read_statement(*exercise(), languages_of(wanted.empty() ? system_locale() : wanted));
  if (statement.state == work.statement.state) return;
  for (const std::string& problem : statement.problems) notice(Severity::warning, problem);
  work.statement = std::move(statement);
  ++work.statement_version;
}

void Lab::find_languages() {
  std::vector<fs::path> folders;
  for (const CourseEntry& entry : course_.entries()) folders.push_back(entry.folder);
  languages_ = statement_languages(folders);
}

// ---- experiments -------------------------------------------------------------------------------

void Lab::predict(const experiment::Prediction& prediction, experiment::Predicted said,
                  bool right) {
  const auto at = experiment();
  if (!at) return;
  if (const auto kept = predictions_.add(*at, prediction, std::move(said), right); !kept)
    notice(Severity::warning, kept.error());
}

void Lab::see_answer() {
  const auto at = experiment();
  if (!at) return;
  if (const auto kept = predictions_.see(*at); !kept) notice(Severity::warning, kept.error());
}

// ---- running -----------------------------------------------------------------------------------

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
  const exercise::Exercise& chosen = *exercise();
  const auto saved = at->document.save_if_needed();
  if (!saved)
    notice(Severity::error, saved.error() + " The text in the editor is run; it is not saved.");
  drop_check();
  at->earlier.reset();
  at->earlier_title.clear();
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

// ---- the text ----------------------------------------------------------------------------------

void Lab::save() {
  Work* at = work();
  if (!at || exercise()->student_file.empty()) return;
  if (const auto saved = at->document.save(); !saved) return notice(Severity::error, saved.error());
  if (settings_.run_on_save) run();
}

void Lab::show_next_hint() {
  Work* at = work();
  if (!at) return;
  at->hints_shown = std::min(at->hints_shown + 1, static_cast<int>(at->statement.hints.size()));
}

void Lab::put_aside(const std::string& why) {
  Attempt kept;
  kept.kind = Attempt::Kind::kept;
  kept.time = std::chrono::system_clock::now();
  kept.summary = why;
  if (const auto added = history_.add(slug_, std::move(kept), work()->document.code().text());
      !added)
    notice(Severity::warning, added.error());
}

void Lab::reset_to_starter() {
  Work* at = work();
  if (!at || exercise()->student_file.empty()) return;
  const auto starter = at->document.starter_text();
  if (!starter) return notice(Severity::error, starter.error());
  if (*starter == at->document.code().text()) return;
  put_aside("Kept before going back to the starter.");
  at->document.code().replace_all(*starter);
}

void Lab::restore(const std::string& attempt) {
  Work* at = work();
  if (!at) return;
  const auto source = history_.source(slug_, attempt);
  if (!source) return notice(Severity::error, source.error());
  if (*source == at->document.code().text()) return;
  put_aside("Kept before an older text came back.");
  at->document.code().replace_all(*source);
}

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

void Lab::keep_mine() {
  if (Work* at = work()) at->document.keep_mine();
}

void Lab::take_theirs() {
  Work* at = work();
  if (!at) return;
  put_aside("Kept before taking the text that another program wrote.");
  at->document.take_theirs();
}

bool Lab::check_document() {
  Work* at = work();
  if (!at || exercise()->student_file.empty()) return false;
  switch (at->document.check_disk()) {
    case Document::DiskChange::none: return false;
    case Document::DiskChange::conflict: return true;
    case Document::DiskChange::vanished:
      notice(Severity::warning, exercise()->student_file +
                                    " was deleted by another program. The text is still here; "
                                    "saving writes it anew.");
      return true;
    case Document::DiskChange::reloaded: break;
  }
  notice(Severity::note,
         exercise()->student_file + " was written by another program and read again.");
  if (settings_.run_on_save && at->document.exists_on_disk()) run();
  return true;
}

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

bool Lab::tick() {
  bool changed = false;
  if (exercises_changed_.exchange(false)) {
    course_.reload();
    for (const CourseEntry& at : course_.entries())
      if (!progress_.contains(at.slug)) progress_[at.slug] = history_.progress(at.slug);
    find_languages();
    load_work();
    changed = true;
  }
  if (Work* at = work(); at && language_shown_ != settings_.language) {
    load_statement(*at);
    changed = true;
  }
  if (submission_changed_.exchange(false)) {
    changed |= check_document();
    if (const auto read = predictions_.reload(); !read) notice(Severity::warning, read.error());
  }
  Runner::News news = runner_.take_news();
  changed |= news.outcome || !news.pictures.empty();
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
  if (Work* at = work()) {
    const std::vector<LineChange> moved = at->document.code().take_line_changes();
    if (!moved.empty()) {
      at->marks.moved.insert(at->marks.moved.end(), moved.begin(), moved.end());
      move_marks(at->marks, moved);
      move_breakpoints(at->breakpoints, moved);
    }
    if (const auto kept = at->document.keep_journal(); !kept)
      notice(Severity::warning, kept.error());
  }
  changed |= take_check();
  if (settings_ != saved_settings_) {
    saved_settings_ = settings_;
    keep_settings();
  }
  return changed;
}

}  // namespace warplab::app
