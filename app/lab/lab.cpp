#include "lab/lab.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/embedded.hpp"
#include "common/files.hpp"
#include "common/language.hpp"
#include "results/given_back.hpp"
#include "time/gpu_models.hpp"
#include "time/timing_chart.hpp"
#include "verdict/gpu/modelled_timing.hpp"

namespace warplab::app {
namespace {

namespace fs = std::filesystem;

// Older notices have been read or never will be.
constexpr size_t kMostNotices = 50;
// exercises/NN-slug/pictures
constexpr int kExerciseDepth = 2;

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
      course_reader_(places_.exercises, course_.loaders(), wake),
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

void Lab::follow_trouble(std::string& said, Severity severity, const std::string& now) {
  if (said == now) return;
  std::erase_if(notices_, [&](const Notice& one) { return one.text == said; });
  said = now;
  if (!now.empty()) notice(severity, now);
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
    notice(Severity::note, opened->student_file +
                               " was not saved when the lab ended last time; the text is back. "
                               "Undo brings back the file's.");
  load_statement(*work);
  // What is opened was compiled before, or is the starter; only what is typed now is news.
  work->compiled_version = work->document.code().buffer().version();
  works_[slug_] = std::move(work);
}

void Lab::load_statement(Work& work) {
  const std::string& wanted = settings_.language;
  language_shown_ = wanted;
  const std::vector<std::string> languages =
      languages_of(wanted.empty() ? system_locale() : wanted);
  course_.show_in(languages);
  StatementText statement = read_statement(*exercise(), languages);
  if (statement.state == work.statement.state) return;
  for (const std::string& problem : statement.problems) notice(Severity::warning, problem);
  work.statement = std::move(statement);
  ++work.statement_version;
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

// ---- the text ----------------------------------------------------------------------------------

void Lab::save() {
  Work* at = work();
  if (!at || exercise()->student_file.empty()) return;
  const auto saved = at->document.save();
  follow_trouble(save_trouble_, Severity::error, saved ? "" : saved.error());
  if (!saved) return;
  if (settings_.run_on_save) run();
}

void Lab::show_next_hint() {
  Work* at = work();
  if (!at) return;
  at->hints_shown = std::min(at->hints_shown + 1, static_cast<int>(at->statement.hints.size()));
}

void Lab::put_aside(const std::string& why, const std::string& text) {
  Attempt kept;
  kept.kind = Attempt::Kind::kept;
  kept.time = std::chrono::system_clock::now();
  kept.summary = why;
  if (const auto added = history_.add(slug_, std::move(kept), text); !added)
    notice(Severity::warning, added.error());
}

void Lab::reset_to_starter() {
  Work* at = work();
  if (!at || exercise()->student_file.empty()) return;
  const auto starter = at->document.starter_text();
  if (!starter) return notice(Severity::error, starter.error());
  if (*starter == at->document.code().text()) return;
  put_aside("Kept before going back to the starter.", at->document.code().text());
  at->document.code().replace_all(*starter);
}

void Lab::restore(const std::string& attempt) {
  Work* at = work();
  if (!at) return;
  const auto source = history_.source(slug_, attempt);
  if (!source) return notice(Severity::error, source.error());
  if (*source == at->document.code().text()) return;
  put_aside("Kept before an older text came back.", at->document.code().text());
  at->document.code().replace_all(*source);
}

void Lab::keep_mine() {
  Work* at = work();
  if (!at) return;
  if (const auto& theirs = at->document.theirs())
    put_aside("Written by another program, before your own text was kept.", *theirs);
  at->document.keep_mine();
}

void Lab::take_theirs() {
  Work* at = work();
  if (!at) return;
  put_aside("Kept before taking the text that another program wrote.", at->document.code().text());
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
  return true;
}

void Lab::take_course(CourseRead read) {
  course_.take(std::move(read));
  std::string trouble = course_.error();
  if (!trouble.empty()) {
    if (trouble.back() == '.') trouble.pop_back();
    trouble = "The course cannot be read again (" + trouble +
              "). What was read before stays until its folder is back.";
  }
  follow_trouble(course_trouble_, Severity::error, trouble);
  for (const CourseEntry& at : course_.entries())
    if (!progress_.contains(at.slug)) progress_[at.slug] = history_.progress(at.slug);
  // Of a folder that is gone the statement that was read before is shown.
  if (course_.error().empty()) load_work();
}

bool Lab::tick() {
  bool changed = false;
  if (exercises_changed_.exchange(false)) course_reader_.ask();
  if (std::optional<CourseRead> read = course_reader_.take()) {
    take_course(std::move(*read));
    changed = true;
  }
  if (Work* at = work(); at && language_shown_ != settings_.language) {
    load_statement(*at);
    changed = true;
  }
  if (submission_changed_.exchange(false)) {
    if (check_document()) {
      changed = true;
      const Work* at = work();
      if (settings_.run_on_save && at->document.exists_on_disk() && !at->document.is_unsaved())
        run();
    }
    if (const auto read = predictions_.reload(); !read) notice(Severity::warning, read.error());
  }
  changed |= take_news();
  if (Work* at = work()) {
    const std::vector<LineChange> moved = at->document.code().take_line_changes();
    if (!moved.empty()) {
      at->marks.moved.insert(at->marks.moved.end(), moved.begin(), moved.end());
      move_marks(at->marks, moved);
      move_breakpoints(at->breakpoints, moved);
    }
    const auto kept = at->document.keep_journal();
    follow_trouble(journal_trouble_, Severity::warning, kept ? "" : kept.error());
  }
  changed |= take_check();
  if (settings_ != saved_settings_) {
    saved_settings_ = settings_;
    keep_settings();
  }
  return changed;
}

}  // namespace warplab::app
