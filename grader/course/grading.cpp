#include "course/grading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <ctime>
#include <deque>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "course/students.hpp"
#include "verdict/hidden.hpp"
#include "verdict/report/result_json.hpp"

namespace warplab::course {
namespace {

using Clock = std::chrono::steady_clock;

// What a graded exercise may take, with its workers (docs/GRADING.md promises 768 MiB), and ours.
constexpr uint64_t kBytesAWorker = uint64_t{900} << 20;

// The result as it is kept: the report's own JSON, without what is different in each run.
std::string kept_json(const verdict::ExerciseResult& result) {
  using Json = nlohmann::ordered_json;
  Json report = Json::parse(verdict::to_json({result}));
  Json& exercise = report["exercises"][0];
  exercise.erase("time");
  if (const auto hidden = exercise.find("hidden"); hidden != exercise.end()) hidden->erase("time");
  return exercise.dump(-1, ' ', true, Json::error_handler_t::replace);
}

// What is left to do, shared by the workers.
class Queue {
 public:
  explicit Queue(const std::vector<Job>& jobs) : jobs_(jobs.begin(), jobs.end()) {}

  std::optional<Job> take() {
    const std::lock_guard lock(mutex_);
    if (jobs_.empty()) return std::nullopt;
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    return job;
  }
  void drop_all() {
    const std::lock_guard lock(mutex_);
    jobs_.clear();
  }

 private:
  std::mutex mutex_;
  std::deque<Job> jobs_;
};

// Everything that the workers of one run share.
class Grading {
 public:
  Grading(Journal& journal, const About& about, std::vector<Job> jobs,
          const GradingOptions& options)
      : journal_(journal),
        about_(about),
        options_(options),
        queue_(ordered(jobs)),
        begun_(Clock::now()) {
    progress_.all = jobs.size();
  }

  Result<Progress> run() {
    report();
    std::vector<std::thread> workers;
    const size_t count = std::min<size_t>(std::max(options_.workers, 1u), progress_.all);
    for (unsigned w = 0; w < count; ++w) workers.emplace_back([this, w] { work(w); });
    for (std::thread& worker : workers) worker.join();
    if (!error_.empty()) return Error{error_};
    if (options_.cancel && *options_.cancel)
      return Error{fmt::format("interrupted after {} of {}; the same command goes on from there.",
                               progress_.done, progress_.all)};
    return progress_;
  }

 private:
  // By exercise, the last of the course first, as they take longest, so that a worker's kept
  // answers serve the next file, too.
  static std::vector<Job> ordered(const std::vector<Job>& jobs) {
    std::vector<Job> sorted = jobs;
    std::ranges::stable_sort(sorted, [](const Job& a, const Job& b) {
      if (a.exercise->slug != b.exercise->slug) return a.exercise->slug > b.exercise->slug;
      return a.key < b.key;
    });
    return sorted;
  }

  void work(unsigned worker) {
    Answers answers;  // of one exercise at a time: they may have hundreds of megabytes
    while (std::optional<Job> job = queue_.take()) {
      if (options_.cancel && *options_.cancel) return;
      if (answers.slug != job->exercise->slug) answers = answers_to(*job->exercise);
      grade(*job, worker, answers);
    }
  }

  // What is expected at the exercise, and at its hidden checks.
  struct Answers {
    std::string slug;
    const exercise::Exercise* hidden = nullptr;
    std::unique_ptr<verdict::Reference> of_shipped, of_hidden;
  };
  Answers answers_to(const exercise::Exercise& exercise) const {
    const verdict::GradeOptions& grade = options_.grade;
    Answers answers;
    answers.slug = exercise.slug;
    answers.of_shipped = std::make_unique<verdict::Reference>(exercise, grade.start_worker, 1,
                                                              grade.compute_capability);
    if (!options_.hidden || !options_.hidden->contains(exercise.slug)) return answers;
    answers.hidden = &options_.hidden->at(exercise.slug);
    answers.of_hidden = std::make_unique<verdict::Reference>(*answers.hidden, grade.start_worker, 1,
                                                             grade.compute_capability);
    return answers;
  }

  void grade(const Job& job, unsigned worker, Answers& answers) {
    const Result<std::string> source = journal_.source(job.file_hash);
    if (!source) return fail(source.error());
    verdict::GradeOptions options = options_.grade;
    options.threads = 1;
    options.reference = answers.of_shipped.get();
    options.cancel = options_.cancel;
    options.gpu = options_.gpu ? options_.gpu(worker) : nullptr;
    options.keep_pictures = bool(options_.feedback);
    if (options_.predicted && !job.predictions_hash.empty()) {
      const Result<std::string> predictions = journal_.source(job.predictions_hash);
      if (!predictions) return fail(predictions.error());
      options.predicted = options_.predicted(*predictions);
    }
    const Clock::time_point begun = Clock::now();
    verdict::ExerciseResult result =
        answers.hidden ? verdict::grade_with_hidden(*job.exercise, *answers.hidden, *source,
                                                    options, answers.of_hidden.get())
                       : verdict::grade(*job.exercise, *source, options);
    if (result.interrupted) return;
    result.seed = options.seed;
    result.predictions_hash = job.predictions_hash;
    if (const Result<bool> kept = keep(job, result, *source, Clock::now() - begun); !kept)
      return fail(kept.error());
    count(result.grader_failed);
  }

  Result<bool> keep(const Job& job, const verdict::ExerciseResult& result,
                    const std::string& source, std::chrono::duration<double, std::milli> took) {
    if (result.grader_failed)
      return journal_.add_not_graded({job.key, job.exercise->slug, result.error});
    const std::optional<Key> key =
        about_.key_of(job.exercise->slug, job.file_hash, job.predictions_hash);
    const Result<bool> kept =
        journal_.add({job.key, job.exercise->slug, job.file_hash, key ? key->exercise_hash : "",
                      about_.options, job.round, kept_json(result), took.count(),
                      time_text(std::time(nullptr)), job.predictions_hash, about_.programs});
    if (!kept || !options_.feedback) return kept;
    const FeedbackText feedback = options_.feedback(*job.exercise, result, source);
    if (options_.cancel && *options_.cancel) return true;  // it may be half of one
    return journal_.add_feedback(job.key, feedback);
  }

  void count(bool not_graded) {
    const std::lock_guard lock(mutex_);
    ++progress_.done;
    progress_.not_graded += not_graded;
    const std::chrono::duration<double> passed = Clock::now() - begun_;
    progress_.seconds_left = passed.count() / static_cast<double>(progress_.done) *
                             static_cast<double>(progress_.all - progress_.done);
    report();
  }

  void report() const {
    if (options_.progress) options_.progress(progress_);
  }
  void fail(const std::string& sentence) {
    const std::lock_guard lock(mutex_);
    if (error_.empty()) error_ = sentence;
    queue_.drop_all();
  }

  Journal& journal_;
  const About& about_;
  const GradingOptions& options_;
  Queue queue_;
  const Clock::time_point begun_;
  std::mutex mutex_;
  Progress progress_;
  std::string error_;
};

}  // namespace

bool Shard::has(const std::string& key) const {
  // The first 60 bits of a key are as good as drawn by lot.
  uint64_t bits = 0;
  std::from_chars(key.data(), key.data() + std::min<size_t>(key.size(), 15), bits, 16);
  return bits % count == index;
}

Result<Jobs> jobs_of(const Journal& journal, const About& about,
                     const std::vector<exercise::Entry>& exercises,
                     const std::set<std::string>& again, const Shard& shard, bool feedback) {
  const Result<std::map<std::string, int>> known = journal.known();
  if (!known) return Error{known.error()};
  const Result<std::vector<Attempt>> attempts = journal.attempts();
  if (!attempts) return Error{attempts.error()};
  const Result<std::set<std::string>> told = journal.keys_with_feedback();
  if (!told) return Error{told.error()};
  Jobs jobs;
  std::set<std::string> seen;  // keys: the same file of two students is one job
  for (const Attempt& attempt : *attempts) {
    const auto entry = std::ranges::find_if(exercises, [&](const exercise::Entry& e) {
      return e.exercise && e.exercise->slug == attempt.slug;
    });
    const std::optional<Key> key =
        about.key_of(attempt.slug, attempt.file_hash, attempt.predictions_hash);
    if (entry == exercises.end() || !key) continue;
    const std::string text = key->text();
    if (!shard.has(text) || !seen.insert(text).second) continue;
    const auto rounds = known->find(text);
    const bool is_known = rounds != known->end();
    const bool once_more = again.contains(attempt.slug);
    const auto is_told = [&](const std::string& of) { return !feedback || told->contains(of); };
    jobs.known += is_known;
    if (is_known && !once_more && is_told(text)) continue;
    if (!is_known) {
      const Result<std::optional<StoredResult>> old = journal.result_of_others(*key);
      if (!old) return Error{old.error()};
      const bool counts = *old && about.keep_old && !once_more && is_told((*old)->key);
      jobs.kept += counts;
      jobs.made_anew += *old && !counts;
      if (counts) continue;
    }
    const int round = !is_known ? 0 : rounds->second + (once_more ? 1 : 0);
    jobs.list.push_back(
        {text, round, &*entry->exercise, attempt.file_hash, attempt.predictions_hash});
  }
  std::ranges::sort(jobs.list, {}, &Job::key);
  return jobs;
}

Result<Progress> grade_jobs(Journal& journal, const About& about, std::vector<Job> jobs,
                            const GradingOptions& options) {
  return Grading(journal, about, std::move(jobs), options).run();
}

unsigned workers_that_fit(unsigned cores, uint64_t available_bytes) {
  const uint64_t by_memory =
      available_bytes == 0 ? cores : std::max<uint64_t>(available_bytes / kBytesAWorker, 1);
  return static_cast<unsigned>(std::min<uint64_t>(std::max(cores, 1u), by_memory));
}

uint64_t available_memory() {
  std::ifstream file("/proc/meminfo");
  std::string name, unit;
  uint64_t kilobytes = 0;
  while (file >> name >> kilobytes) {
    std::getline(file, unit);
    if (name == "MemAvailable:") return kilobytes << 10;
  }
  return 0;
}

}  // namespace warplab::course
