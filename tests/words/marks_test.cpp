// Nobody searches a sentence for words (docs/decisions/07-said-is-data.md): wrong kernels of
// students get the same marks where every sentence is the number of its text.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "exercise/exercise.hpp"
#include "verdict/grade.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {

constexpr const char* kKernels[] = {
    "11-copy/wrong-one-too-far.cu",        "12-indices-2d/wrong-bounds-swapped.cu",
    "24-vector-add-4/wrong-misaligned.cu", "31-swap/wrong-barrier-for-some.cu",
    "31-swap/wrong-no-barrier.cu",         "31-swap/wrong-shared-forgotten.cu",
    "41-racy-atomic/wrong-half-atomic.cu", "51-matmul-naive/wrong-sum-without-a-start.cu",
};

std::string file_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  REQUIRE_MESSAGE(in, file.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

verdict::ExerciseResult graded(const std::string& kernel) {
  const std::string folder = kernel.substr(0, kernel.find('/'));
  const auto exercise = exercise::load(WARPLAB_SOURCE_DIR "/exercises/" + folder);
  REQUIRE_MESSAGE(exercise, folder);
  verdict::GradeOptions options;
  options.threads = 1;
  return verdict::grade(*exercise, file_text(WARPLAB_SOURCE_DIR "/solutions/" + kernel), options);
}

// All of a result that is no sentence.
std::string marks_of(const verdict::ExerciseResult& result) {
  std::string marks = fmt::format("{} {}\n", name_of(result.verdict), result.score);
  for (const verdict::GateResult& gate : result.gates)
    marks += fmt::format("{}: {}, line {}, {} points, value {}, finding {}\n", gate.name,
                         name_of(gate.status), gate.line, verdict::earned_by(gate, result.gates),
                         gate.value.value_or(-1),
                         gate.finding ? name_of(gate.finding->kind) : std::string_view("none"));
  for (const sim::Finding& finding : result.findings)
    marks +=
        fmt::format("{} on lines {} and {}, {} times, {}[{}]\n", name_of(finding.kind),
                    finding.line, finding.other_line, finding.count, finding.buffer, finding.index);
  return marks;
}

}  // namespace

TEST_CASE("wrong kernels get the same marks where each sentence is a number") {
  for (const char* const kernel : kKernels) {
    CAPTURE(kernel);
    const verdict::ExerciseResult told = graded(kernel);
    REQUIRE(told.has_score());
    CHECK(told.score < 1);
    const words::NumbersForTexts numbers;
    const verdict::ExerciseResult numbered = graded(kernel);
    CHECK(marks_of(numbered) == marks_of(told));
    for (const verdict::GateResult& gate : numbered.gates)
      if (gate.is_told()) CHECK(verdict::text_of(gate).find('#') != std::string::npos);
  }
}
