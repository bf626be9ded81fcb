#include "mutate_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "base/printable.hpp"
#include "compile/first_error.hpp"
#include "exercise_choice.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
#include "mutate/meaning.hpp"
#include "mutate/mutants.hpp"
#include "output_file.hpp"
#include "progress_line.hpp"
#include "streams.hpp"
#include "verdict/grade.hpp"
#include "verdict/plan/kernel_source.hpp"
#include "verdict/plan/read_source.hpp"
#include "words/text.hpp"
#include "worker/worker.hpp"

namespace warplab::grader {
namespace fs = std::filesystem;
namespace {

enum class Fate : uint8_t { caught, survived, same_meaning, does_not_compile, not_graded, waiting };

struct Outcome {
  Fate fate = Fate::waiting;
  std::string caught_by;  // the first gate that failed
};

// The code of a source, or why there is none.
struct NoCode {
  std::string message;
  bool is_of_machine = false;  // the compiler was not there, or was ended by the system
};
Result<Code, NoCode> compiled(const exercise::Exercise& exercise, const std::string& text) {
  const auto worker = worker::Worker::start(worker::Limits{});
  if (!worker) return NoCode{words::text_of(worker.failure.says), true};
  compile::Source source = verdict::kernel_source(exercise, exercise.student_file, text,
                                                  verdict::GradeOptions().compute_capability);
  source.only_ptx = true;
  const auto answer = (*worker.value)->compile(source);
  if (!answer) {
    using Why = worker::Failure::Kind;
    const Why why = answer.failure.kind;
    return NoCode{words::text_of(answer.failure.says),
                  why == Why::lost || why == Why::cannot_start || why == Why::time_limit ||
                      why == Why::cancelled};
  }
  if (!answer.value->ok || answer.value->ptx.empty())
    return NoCode{"It does not compile. " + compile::why_not_compiled(*answer.value)};
  return code_of(answer.value->ptx);
}

const char* word_of(Fate fate) {
  switch (fate) {
    case Fate::caught: return "caught";
    case Fate::survived: return "survived";
    case Fate::same_meaning: return "same_meaning";
    case Fate::does_not_compile: return "does_not_compile";
    case Fate::not_graded:
    case Fate::waiting: break;
  }
  return "not_graded";
}

// The mutants of one exercise, graded by several threads.
class Mutation {
 public:
  Mutation(const exercise::Exercise& exercise, const std::string& solution, const Options& options,
           const std::atomic<bool>& interrupted)
      : exercise_(exercise),
        options_(options),
        interrupted_(interrupted),
        mutants_(mutants_of(solution)),
        outcomes_(mutants_.size()),
        block_(block_shape(exercise)),
        solution_code_(code_for(solution)) {}

  // The Error says why nothing can be compared with the solution.
  Result<bool> run() {
    if (!solution_code_) return Error{solution_code_.error()};
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < std::max(1u, std::min(options_.threads, 16u)); ++t)
      threads.emplace_back([this] { work(); });
    for (std::thread& thread : threads) thread.join();
    line_.clear();
    return true;
  }

  // The survivors, and a line with numbers.
  std::string report() const {
    std::map<Fate, size_t> counts;
    for (const Outcome& outcome : outcomes_) ++counts[outcome.fate];
    const size_t differ = counts[Fate::caught] + counts[Fate::survived];
    std::string text =
        fmt::format("{}: {} of {} mutants caught", exercise_.slug, counts[Fate::caught], differ);
    if (differ > 0)
      text += fmt::format(" ({:.0f} %)", 100.0 * static_cast<double>(counts[Fate::caught]) /
                                             static_cast<double>(differ));
    const auto also = [&](Fate fate, const char* what) {
      if (counts[fate] > 0) text += fmt::format(", {} {}", counts[fate], what);
    };
    also(Fate::same_meaning, "mean the same");
    also(Fate::does_not_compile, "do not compile");
    also(Fate::not_graded, "could not be graded");
    text += "\n";
    for (size_t i = 0; i < mutants_.size(); ++i)
      if (outcomes_[i].fate == Fate::survived)
        text += fmt::format("  survives: line {}, {}: {}\n", mutants_[i].line, mutants_[i].kind,
                            printable(mutants_[i].change));
    return text;
  }

  // {"exercise", "mutants": [{"line", "kind", "change", "fate", "caught_by"}]}
  nlohmann::ordered_json json() const {
    nlohmann::ordered_json mutants = nlohmann::ordered_json::array();
    for (size_t i = 0; i < mutants_.size(); ++i)
      mutants.push_back({{"line", mutants_[i].line},
                         {"kind", mutants_[i].kind},
                         {"change", mutants_[i].change},
                         {"fate", word_of(outcomes_[i].fate)},
                         {"caught_by", outcomes_[i].caught_by}});
    return {{"exercise", exercise_.slug}, {"mutants", std::move(mutants)}};
  }

  // Makes FOLDER/EXERCISE-NUMBER of each survivor, a submission; the number is the mutant's,
  // from 1.
  Result<bool> keep_survivors(const fs::path& folder) const {
    for (size_t i = 0; i < mutants_.size(); ++i) {
      if (outcomes_[i].fate != Fate::survived) continue;
      const fs::path of_one = folder / fmt::format("{}-{}", exercise_.slug, i + 1);
      std::error_code why;
      fs::create_directories(of_one, why);
      if (why)
        return Error{
            fmt::format("The folder {} cannot be made: {}.", of_one.string(), why.message())};
      Result<OutputFile> file = OutputFile::create(of_one / exercise_.student_file);
      if (!file) return Error{file.error()};
      if (const Result<bool> done = file->replace(mutants_[i].text); !done) return done;
    }
    return true;
  }

  bool any(Fate fate) const {
    return std::ranges::any_of(outcomes_, [&](const Outcome& o) { return o.fate == fate; });
  }

 private:
  void work() {
    verdict::Reference reference(exercise_, &worker::Worker::start, 1,
                                 verdict::GradeOptions().compute_capability);
    for (size_t i = next_++; i < mutants_.size() && !interrupted_; i = next_++) {
      outcomes_[i] = outcome_of(mutants_[i].text, reference);
      const std::lock_guard lock(mutex_);
      line_.show(fmt::format("{}: {} of {} mutants", exercise_.slug, ++done_, mutants_.size()));
    }
  }

  // As it is launched.
  Result<Code, NoCode> code_for(const std::string& text) const {
    return compiled(exercise_, block_ ? with_block_shape(text, *block_) : text);
  }

  Outcome outcome_of(const std::string& text, verdict::Reference& reference) const {
    const Result<Code, NoCode> code = code_for(text);
    if (!code) return {code.why().is_of_machine ? Fate::not_graded : Fate::does_not_compile, ""};
    if (means_the_same(*solution_code_, *code)) return {Fate::same_meaning, ""};
    verdict::GradeOptions grade;
    grade.seed = options_.seed;
    grade.timeout_seconds = options_.timeout_seconds;
    grade.cancel = &interrupted_;
    grade.reference = &reference;
    const verdict::ExerciseResult result = verdict::grade(exercise_, text, grade);
    if (!result.has_score()) return {Fate::not_graded, ""};
    for (const verdict::GateResult& gate : result.gates)
      if (gate.status == verdict::Status::fail) return {Fate::caught, gate.name};
    return {result.verdict == verdict::Status::pass ? Fate::survived : Fate::not_graded, ""};
  }

  const exercise::Exercise& exercise_;
  const Options& options_;
  const std::atomic<bool>& interrupted_;
  const std::vector<Mutant> mutants_;
  std::vector<Outcome> outcomes_;  // one for each mutant, written by the thread that graded it
  const std::optional<std::array<int64_t, 3>> block_;  // of all launches
  const Result<Code, NoCode> solution_code_;
  std::atomic<size_t> next_{0};
  std::mutex mutex_;
  ProgressLine line_;
  size_t done_ = 0;
};

}  // namespace

int run_mutate(const Options& options) {
  const Result<fs::path> folder = find_exercises(options.exercises);
  if (!folder) return fail(folder.error());
  const Result<std::vector<exercise::Entry>> all = exercise::load_all(*folder);
  if (!all) return fail(all.error());
  const Result<std::vector<const exercise::Entry*>> chosen = choose(*all, options.names);
  if (!chosen) return fail(chosen.error());
  const std::atomic<bool>& interrupted = catch_interrupts();
  int code = kAllPassed;
  const bool is_json = options.format->name == "json";
  nlohmann::ordered_json mutations = nlohmann::ordered_json::array();
  for (const exercise::Entry* entry : *chosen) {
    if (output_is_broken() && !options.survivors) break;
    if (!entry->exercise) return fail(entry->exercise.error());
    if (entry->exercise->host)
      return fail(
          fmt::format("mutate changes kernels that are launched one by one, and {} has host "
                      "code.",
                      entry->exercise->slug));
    const fs::path file =
        solutions_of(*folder, options.solutions) / entry->folder.filename() / "solution.cu";
    const Result<std::string> solution = verdict::read_source(file);
    if (!solution) return fail(solution.error());
    Mutation mutation(*entry->exercise, *solution, options, interrupted);
    const Result<bool> done = mutation.run();
    if (interrupted) return fail("interrupted.");
    if (!done)
      return fail(fmt::format("The solution of {} cannot be compared with: {}",
                              entry->exercise->slug, done.error()));
    if (is_json) mutations.push_back(mutation.json());
    else print(mutation.report());
    if (options.survivors)
      if (const Result<bool> kept = mutation.keep_survivors(*options.survivors); !kept)
        return fail(kept.error());
    if (mutation.any(Fate::not_graded)) code = kGraderFailed;
    if (mutation.any(Fate::survived) && code == kAllPassed) code = kSomethingFailed;
  }
  if (is_json)
    print(nlohmann::ordered_json{{"schema", 1}, {"mutations", std::move(mutations)}}.dump(
              1, ' ', true, nlohmann::ordered_json::error_handler_t::replace) +
          "\n");
  return code;
}

}  // namespace warplab::grader
