#pragma once
// Does an exercise do what its author says? This is `grader check`. The reference is right, and
// there is a statement and a hint. The starter fails at the gates it is about. The solution and
// every other right kernel pass all gates. Every known-wrong kernel is caught by the gate it names
// and for no other reason. No trick earns more than it may.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "exercise/exercise.hpp"
#include "verdict/grade.hpp"
#include "verdict/result/result.hpp"

namespace warplab::verdict {

struct CheckItem {
  enum class Outcome : uint8_t { passed, failed, remark };  // a remark is advice: it fails nothing
  std::string subject;  // "starter", "solution", "wrong-uncoalesced.cu", "statement"
  Outcome outcome = Outcome::passed;
  std::string message;  // one sentence
};

// How much room a numeric gate leaves between right and wrong kernels.
struct Margin {
  std::string gate, unit;
  double limit = 0;
  bool limit_is_minimum = false;
  double solution = 0;
  // Of the known-wrong kernels that fail this gate, the one that comes nearest to passing it.
  std::optional<double> nearest_wrong;
  std::string nearest_wrong_file;
};

struct KernelResult {
  std::string file;
  ExerciseResult result;
};

struct ExerciseCheck {
  std::string slug, title;
  std::vector<CheckItem> items;
  std::vector<Margin> margins;
  // What each kernel's run gave: the solution, the starter, the known-wrong ones.
  std::vector<KernelResult> kernels;
  bool grader_failed = false;  // the grader could not do its job; an item says why
  bool passed() const;
};

// Runs every kernel of the exercise. `solutions_loaded` is what exercise::load_solutions() said of
// it. `options.reference` and `options.progress` are used for all the runs; progress names the
// kernel.
ExerciseCheck check(const exercise::Exercise&, const Result<bool>& solutions_loaded,
                    const GradeOptions& options);

// The single judgements, on results that grade() gave.
CheckItem check_starter(const exercise::Exercise&, const ExerciseResult& starter);
CheckItem check_solution(const ExerciseResult& solution);
// It is right, and earns no more than `reference_earns`.
CheckItem check_reference(const exercise::Exercise&, const ExerciseResult& reference);
// Nobody looks at its answers; it must compile, launch, end and stay in its buffers.
CheckItem check_yardstick(const ExerciseResult& yardstick);
CheckItem check_known_wrong(const exercise::KnownWrong&, const ExerciseResult& wrong);
// The gate that it names fails, and it earns no more than it may.
CheckItem check_trick(const exercise::KnownWrong&, const ExerciseResult& trick);
// Another way of doing the exercise: nothing is wrong with it.
CheckItem check_right(const std::filesystem::path& file, const ExerciseResult& right);

// A grading that was interrupted or failed for no fault of the kernel's: why, and that nothing is
// known of the kernel.
CheckItem check_not_graded(const std::string& subject, const ExerciseResult& result);

// One entry for each gate over counters that the solution was measured on.
std::vector<Margin> margins(const ExerciseResult& solution, const std::vector<KernelResult>& wrong);

// {"schema": 1, "checks": [...]}
std::string to_json(const std::vector<ExerciseCheck>& checks);

}  // namespace warplab::verdict
