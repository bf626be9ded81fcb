#include "verdict/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include "base/words.hpp"
#include "data/element.hpp"
#include "exercise/translation.hpp"
#include "source/parameters.hpp"
#include "verdict/judge/judge.hpp"
#include "verdict/program/host_program.hpp"
#include "verdict/result/number_text.hpp"

namespace warplab::verdict {
namespace {

using Outcome = CheckItem::Outcome;

// Fewer leave it open whether the gates catch what students do.
constexpr size_t kAdvisedKnownWrong = 4;

// Times apart: what an author claims of a kernel holds with and without a GPU.
std::vector<const GateResult*> failed_gates(const ExerciseResult& result) {
  std::vector<const GateResult*> failed;
  for (const GateResult& gate : result.gates)
    if (gate.status == Status::fail && gate.source == Source::counted) failed.push_back(&gate);
  return failed;
}

std::string quoted(const std::vector<const GateResult*>& gates) {
  std::string text;
  for (size_t i = 0; i < gates.size(); ++i) {
    if (i > 0) text += i + 1 == gates.size() ? " and " : ", ";
    text += fmt::format("\"{}\"", gates[i]->name);
  }
  return text;
}

// What stopped a run, or the first gate that failed, or the first that could not be checked.
std::string reason(const ExerciseResult& result) {
  if (!result.error.empty()) return result.error;
  for (const Status status : {Status::fail, Status::not_checked})
    for (const GateResult& gate : result.gates)
      if (gate.status == status && gate.applies)
        return fmt::format("\"{}\": {}", gate.name, text_of(gate));
  return "it passes every gate.";
}

bool is_named(const GateResult& gate, std::string_view name) {
  return gate.name == name || gate.metric == name ||
         (name == "compile" && gate.metric == kCompilesGate);
}

// A kernel without a barrier reads what another thread has not written yet: its race may show as a
// read of uninitialised memory too, and is still the reason.
bool goes_with(const GateResult& earlier, const GateResult& named) {
  return earlier.metric == "initialized" && named.metric == "race_free";
}

// Between a kernel's time and a limit that is to tell kernels apart.
constexpr double kTimeMargin = 1.10;

// Every kernel that was timed must be on one side of each limit by a margin, the solution on the
// right one: else the limit is luck.
void check_times_told_apart(const std::vector<KernelResult>& timed, ExerciseCheck& check) {
  if (timed.empty()) return;
  const ExerciseResult& solution = timed.front().result;
  for (size_t i = 0; i < solution.gates.size(); ++i) {
    const GateResult& gate = solution.gates[i];
    // Of a modelled time the range decides, which is wider than any margin.
    if (!exercise::is_timed_metric(gate.metric) || !gate.applies) continue;
    if (gate.source == Source::modelled) continue;
    CheckItem item{gate.name, Outcome::passed, ""};
    for (const KernelResult& one : timed) {
      if (i >= one.result.gates.size() || !one.result.gates[i].value) continue;
      // How many times better than the limit.
      const double value = *one.result.gates[i].value;
      const double better = gate.limit_is_minimum ? value / *gate.limit : *gate.limit / value;
      item.message += fmt::format("{}{} {}", item.message.empty() ? "" : ", ", one.file,
                                  number_text(std::round(value * 1000) / 1000));
      const bool right = better >= kTimeMargin, wrong = better <= 1 / kTimeMargin;
      if (right || (wrong && &one != &timed.front())) continue;
      item.outcome = Outcome::failed;
      item.message += " (within 10 % of the limit, or on the wrong side)";
    }
    if (item.message.empty()) {
      item.outcome = Outcome::failed;
      item.message = "No kernel was timed: " + text_of(gate);
    }
    check.items.push_back(std::move(item));
  }
}

bool has_text(const std::filesystem::path& file) { return static_cast<bool>(read_source(file)); }

CheckItem check_statement(const exercise::Exercise& exercise) {
  const std::filesystem::path file = exercise.folder / exercise.statement_file;
  if (!has_text(file))
    return {"statement", Outcome::failed,
            fmt::format("{} is missing or empty.", exercise.statement_file)};
  const std::vector<std::string> problems = exercise::statement_problems(exercise);
  if (problems.empty())
    return {"statement", Outcome::passed, exercise.statement_file + " is there."};
  return {"statement", Outcome::failed, problems.front()};
}

CheckItem check_hints(const exercise::Exercise& exercise) {
  if (exercise.hints.empty())
    return {"hints", Outcome::failed, "There is no hint; expected at least one in hints.md."};
  return {"hints", Outcome::passed, counted(exercise.hints.size(), "hint") + "."};
}

// Advice on which gates no known-wrong kernel has tried.
void remark_on_untried_gates(const exercise::Exercise& exercise, ExerciseCheck& check) {
  if (exercise.known_wrong.size() < kAdvisedKnownWrong)
    check.items.push_back(
        {"known-wrong kernels", Outcome::remark,
         fmt::format("There {} {}; {} or more show that the gates catch what students do.",
                     exercise.known_wrong.size() == 1 ? "is" : "are", exercise.known_wrong.size(),
                     kAdvisedKnownWrong)});
  std::vector<std::string> tried, names;
  const auto note = [&](const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const exercise::Gate& gate : exercise.gates) {
    if (!gate.expression || gate.reported) continue;
    const auto names_it = [&](const exercise::KnownWrong& wrong) {
      return wrong.caught_by == gate.name || wrong.caught_by == gate.metric;
    };
    if (std::ranges::none_of(exercise.known_wrong, names_it) &&
        std::ranges::none_of(exercise.tricks, names_it))
      note(gate.profile.empty() ? gate.name : gate.profile);
    else if (!gate.profile.empty()) tried.push_back(gate.profile);
  }
  // One gate of a profile that is tried speaks for all of them.
  std::string untried;
  for (const std::string& name : names)
    if (std::ranges::find(tried, name) == tried.end())
      untried += fmt::format("{}\"{}\"", untried.empty() ? "" : ", ", name);
  if (!untried.empty())
    check.items.push_back({"known-wrong kernels", Outcome::remark,
                           "None of them is there to be caught by " + untried + "."});
}

// The statement in small letters, and with 131 072 as one word.
std::string searchable(const std::string& statement) {
  std::string text;
  for (size_t i = 0; i < statement.size(); ++i) {
    const auto is_digit = [&](size_t at) {
      return at < statement.size() && std::isdigit(static_cast<unsigned char>(statement[at]));
    };
    const bool joins = statement[i] == ' ' && i > 0 && is_digit(i - 1) && is_digit(i + 1) &&
                       is_digit(i + 2) && is_digit(i + 3) && !is_digit(i + 4);
    if (!joins) text += static_cast<char>(std::tolower(static_cast<unsigned char>(statement[i])));
  }
  return text;
}

// Words of four letters and more are looked for by how they begin: "conflict" is "conflicts".
bool has_words_of(const std::string& text, const std::string& name) {
  constexpr size_t kShort = 4, kBeginning = 6;
  std::string word;
  size_t found = 0;
  for (const char c : name + " ") {
    if (std::isalnum(static_cast<unsigned char>(c))) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      continue;
    }
    if (word.size() >= kShort) {
      if (text.find(word.substr(0, kBeginning)) == std::string::npos) return false;
      ++found;
    }
    word.clear();
  }
  return found > 0;
}

// Gates that take points, and of which the statement has neither the number nor the words.
void remark_on_unannounced_gates(const exercise::Exercise& exercise, const ExerciseResult& starter,
                                 ExerciseCheck& check) {
  const auto read = read_source(exercise.folder / exercise.statement_file);
  if (!read) return;
  const std::string statement = searchable(*read);
  std::string names;
  std::set<std::string> told;
  for (const GateResult& gate : starter.gates) {
    if (gate.points <= 0 || gate.reported || exercise::is_timed_metric(gate.metric) ||
        exercise::is_built_in_gate(gate.metric) || gate.metric == exercise::kPredictionMetric)
      continue;
    const auto has_number = [&](const std::optional<double>& number) {
      return number && *number >= 1 &&
             statement.find(fmt::format("{:.0f}", *number)) != std::string::npos;
    };
    const std::string& name = gate.profile.empty() ? gate.name : gate.profile;
    const bool is_announced =
        has_words_of(statement, name) ||
        (gate.profile.empty() && (has_number(gate.ideal) || has_number(gate.limit)));
    if (is_announced || !told.insert(name).second) continue;
    names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", name);
  }
  if (!names.empty())
    check.items.push_back({"statement", Outcome::remark,
                           fmt::format("It does not speak of what takes points: {}.", names)});
}

// What a kernel may do here and nowhere else has to be said to those who write it.
void remark_on_allowed(const exercise::Exercise& exercise, ExerciseCheck& check) {
  if (!exercise.allows_same_value_stores) return;
  const auto statement = read_source(exercise.folder / exercise.statement_file);
  if (statement && searchable(*statement).find("same value") == std::string::npos)
    check.items.push_back({"statement", Outcome::remark,
                           "It does not say that threads may store the same value in one place."});
}

// Gates whose failure takes more than they are worth, as others need them.
void remark_on_withheld_points(const exercise::Exercise& exercise, ExerciseCheck& check) {
  for (const exercise::Gate& gate : exercise.gates) {
    double withheld = 0;
    for (const exercise::Gate& other : exercise.gates)
      if (std::ranges::find(other.needs, gate.name) != other.needs.end()) withheld += other.points;
    if (gate.points <= 0 || withheld <= gate.points) continue;
    check.items.push_back(
        {"gates", Outcome::remark,
         fmt::format("\"{}\" is worth {} and withholds {} of others that need it.", gate.name,
                     number_text(gate.points), number_text(withheld))});
  }
}

// Numbers whose type is another one than that of the starter's parameter.
void remark_on_argument_types(const exercise::Exercise& exercise, ExerciseCheck& check) {
  const auto starter = read_source(exercise.folder / exercise.student_file);
  if (!starter) return;
  for (const exercise::LaunchSpec& launch : exercise.launches) {
    const auto parameters = source::parameters_of(*starter, launch.kernel);
    for (size_t i = 0; i < std::min(parameters.size(), launch.arguments.size()); ++i) {
      const exercise::ArgumentSpec& argument = launch.arguments[i];
      const source::DeclaredParameter& parameter = parameters[i];
      if (!argument.buffer.empty() || parameter.is_pointer || !parameter.element) continue;
      if (*parameter.element == argument.scalar.type) continue;
      check.items.push_back(
          {"arguments", Outcome::remark,
           fmt::format("Argument {} of {} is written as {}, and the starter's \"{}\" is {}.", i + 1,
                       launch.kernel, data::name_of(argument.scalar.type), parameter.name,
                       data::name_of(*parameter.element))});
    }
  }
}

// From here on a starter that nobody has touched has half of the marks.
constexpr double kMuchForNothing = 0.5;

std::string earns(const ExerciseResult& result) {
  return fmt::format(" As a student's file it earns {:.0f} %.", 100 * result.score);
}

void remark_on_what_is_earned(const std::string& subject, const ExerciseResult& result,
                              double too_much, ExerciseCheck& check) {
  if (!result.has_score() || result.score < too_much) return;
  check.items.push_back(
      {subject, Outcome::remark,
       fmt::format("It earns {:.0f} % as it is, and every student has it.", 100 * result.score)});
}

}  // namespace

bool ExerciseCheck::passed() const {
  return !grader_failed && std::none_of(items.begin(), items.end(), [](const CheckItem& item) {
    return item.outcome == Outcome::failed;
  });
}

CheckItem check_starter(const exercise::Exercise& exercise, const ExerciseResult& starter) {
  const std::vector<const GateResult*> failed = failed_gates(starter);
  CheckItem item{"starter", Outcome::failed, ""};
  // The first gate is always that it compiles.
  if (starter.gates.empty() || starter.gates.front().status != Status::pass) {
    item.message = "It must compile and does not: " + reason(starter);
    return item;
  }
  if (exercise.starter_fails.empty() && starter.verdict == Status::pass) {
    item.outcome = Outcome::passed;
    item.message = "It passes every gate, as starter_fails says.";
    return item;
  }
  if (failed.empty()) {
    item.message = exercise.starter_fails.empty()
                       ? "It must pass every gate and does not: " + reason(starter)
                       : fmt::format("It must fail a gate and does not: {}", reason(starter));
    return item;
  }
  std::set<std::string> expected(exercise.starter_fails.begin(), exercise.starter_fails.end());
  std::set<std::string> actual;
  for (const GateResult* gate : failed) actual.insert(gate->name);
  if (expected.empty()) {
    item.message = fmt::format("It fails {}; starter_fails says that it is right. {}",
                               quoted(failed), text_of(*failed.front()));
    return item;
  }
  if (expected != actual) {
    std::string wanted;
    for (const std::string& name : exercise.starter_fails)
      wanted += fmt::format("{}\"{}\"", wanted.empty() ? "" : ", ", name);
    item.message = fmt::format("It fails {}; starter_fails says {}. {}", quoted(failed), wanted,
                               text_of(*failed.front()));
    return item;
  }
  item.outcome = Outcome::passed;
  item.message = fmt::format("It compiles and fails {}.{}", quoted(failed), earns(starter));
  return item;
}

CheckItem check_solution(const ExerciseResult& solution) {
  if (solution.verdict == Status::pass)
    return {"solution", Outcome::passed, "It passes every gate."};
  return {"solution", Outcome::failed, "It must pass every gate and does not: " + reason(solution)};
}

CheckItem check_reference(const exercise::Exercise& exercise, const ExerciseResult& reference) {
  const auto is_built_in = [](const GateResult& gate) {
    return gate.metric == kCompilesGate || exercise::is_built_in_gate(gate.metric);
  };
  for (const GateResult& gate : reference.gates)
    if (is_built_in(gate) && gate.status != Status::pass)
      return {
          "reference", Outcome::failed,
          fmt::format("It must be right and \"{}\" does not pass: {}", gate.name, text_of(gate))};
  if (reference.gates.empty() || reference.grader_failed)
    return {"reference", Outcome::failed, reason(reference)};
  if (exercise.reference_earns && reference.score > *exercise.reference_earns + 1e-9)
    return {"reference", Outcome::failed,
            fmt::format("It earns {} as a student's file, and reference_earns says {} at most.",
                        number_text(reference.score), number_text(*exercise.reference_earns))};
  return {"reference", Outcome::passed,
          "It compiles and is right at every size." + earns(reference)};
}

// It gives no right answers, and must do nothing else that a kernel may not.
CheckItem check_yardstick(const ExerciseResult& yardstick) {
  for (const GateResult& gate : yardstick.gates) {
    const bool is_meant = gate.metric == kCompilesGate || exercise::is_built_in_gate(gate.metric);
    if (is_meant && gate.metric != exercise::kCorrectGate && gate.status == Status::fail)
      return {"yardstick", Outcome::failed,
              fmt::format("\"{}\" fails: {}", gate.name, text_of(gate))};
  }
  return {"yardstick", Outcome::passed, "It compiles, launches and stays in its buffers."};
}

CheckItem check_known_wrong(const exercise::KnownWrong& known, const ExerciseResult& wrong) {
  CheckItem item{known.file.filename().string(), Outcome::failed, ""};
  const auto named =
      std::find_if(wrong.gates.begin(), wrong.gates.end(),
                   [&](const GateResult& gate) { return is_named(gate, known.caught_by); });
  if (named == wrong.gates.end()) {
    item.message = fmt::format(
        "It says that it is caught by \"{}\", which is no gate of this exercise.", known.caught_by);
    return item;
  }
  if (named->status != Status::fail) {
    const std::vector<const GateResult*> failed = failed_gates(wrong);
    item.message = fmt::format(
        "\"{}\" must catch it and does not ({}); {}", named->name, name_of(named->status),
        failed.empty() ? "no gate does."
                       : fmt::format("it fails {}: {}", quoted(failed), text_of(*failed.front())));
    return item;
  }
  for (auto gate = wrong.gates.begin(); gate != named; ++gate)
    if (gate->status == Status::fail && !goes_with(*gate, *named) &&
        (gate->metric == kCompilesGate || exercise::is_built_in_gate(gate->metric))) {
      item.message = fmt::format("\"{}\" must catch it, and \"{}\" fails before that: {}",
                                 named->name, gate->name, text_of(*gate));
      return item;
    }
  item.outcome = Outcome::passed;
  item.message = fmt::format("Caught by \"{}\": {}", named->name, text_of(*named));
  return item;
}

CheckItem check_trick(const exercise::KnownWrong& known, const ExerciseResult& trick) {
  CheckItem item{known.file.filename().string(), Outcome::failed, ""};
  const auto named =
      std::find_if(trick.gates.begin(), trick.gates.end(), [&](const GateResult& gate) {
        return is_named(gate, known.caught_by) && gate.status == Status::fail;
      });
  const bool earns_too_much =
      known.earns ? trick.score > *known.earns + 1e-9 : trick.score >= 1;  // rounding of a sum
  if (earns_too_much)
    item.message =
        fmt::format("It scores {}, and may score {}. ", number_text(trick.score),
                    known.earns ? "at most " + number_text(*known.earns) : "less than 1");
  if (named == trick.gates.end())
    item.message += fmt::format("\"{}\" must catch it and does not; {}", known.caught_by,
                                trick.verdict == Status::pass ? "no gate does." : reason(trick));
  if (!item.message.empty()) return item;
  item.outcome = Outcome::passed;
  item.message = fmt::format("Scores {}, caught by \"{}\": {}", number_text(trick.score),
                             named->name, text_of(*named));
  return item;
}

CheckItem check_right(const std::filesystem::path& file, const ExerciseResult& right) {
  const std::string name = file.filename().string();
  if (right.verdict == Status::pass && right.score >= 1)
    return {name, Outcome::passed, "It passes every gate."};
  return {name, Outcome::failed,
          "It is right, must pass every gate and does not: " + reason(right)};
}

CheckItem check_not_graded(const std::string& subject, const ExerciseResult& result) {
  return {subject, Outcome::failed,
          "It could not be graded, so this is no result, neither good nor bad: " + result.error};
}

std::vector<Margin> margins(const ExerciseResult& solution,
                            const std::vector<KernelResult>& wrong) {
  std::vector<Margin> all;
  for (size_t i = 0; i < solution.gates.size(); ++i) {
    const GateResult& gate = solution.gates[i];
    if (!gate.value || !gate.limit) continue;
    Margin margin{gate.name, gate.unit, *gate.limit, gate.limit_is_minimum, *gate.value, {}, ""};
    for (const KernelResult& other : wrong) {
      if (i >= other.result.gates.size()) continue;
      const GateResult& theirs = other.result.gates[i];
      if (theirs.status != Status::fail || !theirs.value) continue;
      const double distance = std::abs(*theirs.value - margin.limit);
      if (margin.nearest_wrong && distance >= std::abs(*margin.nearest_wrong - margin.limit))
        continue;
      margin.nearest_wrong = theirs.value;
      margin.nearest_wrong_file = other.file;
    }
    all.push_back(std::move(margin));
  }
  return all;
}

namespace {

// One call of check(): its steps return whether the next one can be taken.
class Checking {
 public:
  Checking(const exercise::Exercise& exercise, const GradeOptions& options)
      : exercise_(exercise),
        options_(options),
        reference_(exercise, options.start_worker, options.threads, options.compute_capability) {
    check_.slug = exercise.slug;
    check_.title = exercise.title;
  }

  ExerciseCheck run(const Result<bool>& solutions_loaded) {
    check_.items.push_back(check_statement(exercise_));
    check_.items.push_back(check_hints(exercise_));
    remark_on_argument_types(exercise_, check_);
    remark_on_withheld_points(exercise_, check_);
    remark_on_allowed(exercise_, check_);
    if (exercise_.host)
      if (const Result<bool> possible = HostProgram::is_possible(); !possible) {
        check_.items.push_back(
            {"program", Outcome::remark, "Nothing of it was run here. " + possible.error()});
        return std::move(check_);
      }
    if (!check_own_kernels()) return std::move(check_);
    if (!solutions_loaded) {
      check_.items.push_back({"solutions", Outcome::failed, solutions_loaded.error()});
      return std::move(check_);
    }
    if (check_wrong_kernels() && check_tricks() && check_right_kernels())
      remark_on_untried_gates(exercise_, check_);
    return std::move(check_);
  }

 private:
  using Path = std::filesystem::path;

  ExerciseResult grade_file(const Path& file, bool on_gpu = true) {
    const Result<std::string> source = exercise::is_patch(file)
                                           ? exercise::patched_kernel(exercise_.solution, file)
                                           : read_source(file);
    if (!source) return reject(exercise_, source.error(), options_.seed);
    GradeOptions own = options_;
    own.reference = &reference_;
    if (!on_gpu) own.gpu = nullptr;
    if (options_.progress)
      own.progress = [&](const Progress& progress) {
        Progress named = progress;
        named.doing = file.filename().string() + ", " + progress.doing;
        options_.progress(named);
      };
    ExerciseResult result = grade(exercise_, *source, own);
    if (result.grader_failed) check_.grader_failed = true;
    return result;
  }
  bool goes_on() {
    if (options_.cancel && *options_.cancel) {
      check_.items.push_back({"check", Outcome::failed, "The check was interrupted."});
      check_.grader_failed = true;
    }
    return !check_.grader_failed;
  }
  // What is claimed of a kernel is only compared with what its grading gave.
  void add(const std::string& subject, const ExerciseResult& result, const auto& judgement) {
    check_.items.push_back(result.has_score() ? judgement() : check_not_graded(subject, result));
  }

  // The exercise's folder: the reference and the starter.
  bool check_own_kernels() {
    if (!exercise_.reference_file.empty()) {
      const ExerciseResult result = grade_file(exercise_.folder / exercise_.reference_file);
      add("reference", result, [&] { return check_reference(exercise_, result); });
      if (!exercise_.reference_earns) remark_on_what_is_earned("reference", result, 1, check_);
      if (!goes_on()) return false;
    }
    if (!exercise_.yardstick_file.empty()) {
      const ExerciseResult result = grade_file(exercise_.folder / exercise_.yardstick_file, false);
      add("yardstick", result, [&] { return check_yardstick(result); });
      if (!goes_on()) return false;
    }
    starter_ = grade_file(exercise_.folder / exercise_.student_file);
    add("starter", starter_, [&] { return check_starter(exercise_, starter_); });
    remark_on_unannounced_gates(exercise_, starter_, check_);
    if (!exercise_.starter_fails.empty())
      remark_on_what_is_earned("starter", starter_, kMuchForNothing, check_);
    return goes_on();
  }
  // The solution and, beside it, every kernel that is there to be caught.
  bool check_wrong_kernels() {
    const ExerciseResult solution = grade_file(exercise_.solution);
    add("solution", solution, [&] { return check_solution(solution); });
    check_.kernels.push_back({exercise_.solution.filename().string(), solution});
    check_.kernels.push_back({exercise_.student_file, std::move(starter_)});
    std::vector<KernelResult> wrong;
    for (const exercise::KnownWrong& known : exercise_.known_wrong) {
      if (!goes_on()) return false;
      wrong.push_back({known.file.filename().string(), grade_file(known.file)});
      const ExerciseResult& result = wrong.back().result;
      add(wrong.back().file, result, [&] { return check_known_wrong(known, result); });
    }
    if (!goes_on()) return false;
    check_.margins = margins(solution, wrong);
    check_.kernels.insert(check_.kernels.end(), wrong.begin(), wrong.end());
    if (options_.gpu) check_times_told_apart(check_.kernels, check_);
    return true;
  }
  // What is said of these and of other right kernels is about counted gates: no GPU is needed.
  bool check_tricks() {
    for (const exercise::KnownWrong& trick : exercise_.tricks) {
      if (!goes_on()) return false;
      check_.kernels.push_back({trick.file.filename().string(), grade_file(trick.file, false)});
      const ExerciseResult& result = check_.kernels.back().result;
      add(check_.kernels.back().file, result, [&] { return check_trick(trick, result); });
    }
    return true;
  }
  bool check_right_kernels() {
    for (const Path& file : exercise_.right) {
      if (!goes_on()) return false;
      check_.kernels.push_back({file.filename().string(), grade_file(file, false)});
      const ExerciseResult& result = check_.kernels.back().result;
      add(check_.kernels.back().file, result, [&] { return check_right(file, result); });
    }
    return goes_on();
  }

  const exercise::Exercise& exercise_;
  const GradeOptions& options_;
  Reference reference_;  // one for all kernels: its answers are computed once
  ExerciseResult starter_;
  ExerciseCheck check_;
};

}  // namespace

ExerciseCheck check(const exercise::Exercise& exercise, const Result<bool>& solutions_loaded,
                    const GradeOptions& options) {
  return Checking(exercise, options).run(solutions_loaded);
}

}  // namespace warplab::verdict
