// Mistakes that students make, in tests/corpus/mistakes, each beside the same kernel mended: is the
// right thing said of the one, and nothing of the other? Prints a table by kind.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <sstream>

#include "temporary_folder.hpp"
#include "verdict/grade.hpp"
#include "verdict/run/findings.hpp"
#include "words/text.hpp"

using namespace warplab;
using data::Saying;
using verdict::ExerciseResult;
using verdict::GateResult;
using verdict::Status;
namespace fs = std::filesystem;

namespace {

const fs::path kFolder = WARPLAB_SOURCE_DIR "/tests/corpus/mistakes";

// The parts of a text that begin with a line "=== name".
std::vector<std::pair<std::string, std::string>> parts_of(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> parts;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("=== ")) parts.emplace_back(line.substr(4), "");
    else if (!parts.empty()) parts.back().second += line + "\n";
  return parts;
}

struct Pair {
  std::string kind, name, exercise, gate;
  std::vector<std::string> says;  // keys of texts, of which one must be said; or "words"
  std::vector<int> lines;         // of the wrong kernel, of which one must be named
  std::string wrong, right;
};

// Lines of a pair: "key: value"; then code, behind a blank in both kernels, behind - in the wrong
// one alone and behind + in the right one. What ends with //< is a line that must be named.
Pair pair_of(const std::string& kind, const std::string& name, const std::string& text) {
  Pair pair{kind, name, {}, {}, {}, {}, {}, {}};
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    const char mark = line.empty() ? ' ' : line[0];
    if (mark != ' ' && mark != '-' && mark != '+') {
      const size_t colon = line.find(": ");
      REQUIRE_MESSAGE(colon != std::string::npos, name << ": " << line);
      const std::string key = line.substr(0, colon), value = line.substr(colon + 2);
      if (key == "exercise") pair.exercise = value;
      else if (key == "gate") pair.gate = value;
      else if (key == "says") pair.says.push_back(value);
      else FAIL(name << ": " << key);
      continue;
    }
    std::string code = line.empty() ? "" : line.substr(1);
    const bool is_marked = code.ends_with("//<");
    if (is_marked) code.resize(code.size() - 3);
    if (mark != '+') ++number;
    if (is_marked) pair.lines.push_back(number);
    if (mark != '+') pair.wrong += code + "\n";
    if (mark != '-') pair.right += code + "\n";
  }
  REQUIRE_MESSAGE(!pair.exercise.empty(), name);
  return pair;
}

std::vector<Pair> all_pairs() {
  std::vector<fs::path> files;
  for (const auto& file : fs::directory_iterator(kFolder))
    if (file.path().filename() != "exercises.txt") files.push_back(file.path());
  std::ranges::sort(files);
  std::vector<Pair> pairs;
  for (const fs::path& file : files)
    for (const auto& [name, text] : parts_of(test::content_of(file)))
      pairs.push_back(pair_of(file.stem().string(), name, text));
  return pairs;
}

class Exercises {
 public:
  Exercises() {
    for (const auto& [name, text] : parts_of(test::content_of(kFolder / "exercises.txt"))) {
      const std::string behind = "--- reference\n";
      const size_t at = text.find(behind);
      REQUIRE(at != std::string::npos);
      folder_.write("01-" + name + "/reference.cu", text.substr(at + behind.size()));
      folder_.write("01-" + name + "/statement.md", "# " + name + "\n");
      folder_.write("01-" + name + "/k.cu", "extern \"C\" __global__ void k() {}\n");
      auto loaded = exercise::load_from_text(
          "title = \"" + name + "\"\nmodule = \"Mistakes\"\nfile = \"k.cu\"\n" +
              "starter_fails = [\"correct\"]\n" + text.substr(0, at),
          folder_.path() / ("01-" + name));
      REQUIRE_MESSAGE(loaded, name << ": " << (loaded ? "" : loaded.error()));
      exercises_.emplace(name, std::move(*loaded));
    }
  }
  ExerciseResult grade(const std::string& name, const std::string& source) {
    const auto found = exercises_.find(name);
    REQUIRE_MESSAGE(found != exercises_.end(), name);
    verdict::GradeOptions options;
    options.idle_workers = &idle_;
    return verdict::grade(found->second, source, options);
  }

 private:
  test::TemporaryFolder folder_;
  std::map<std::string, exercise::Exercise> exercises_;
  verdict::IdleWorkers idle_;
};

bool has_key(const Saying& saying, const std::string& key) {
  return std::ranges::any_of(saying.phrases, [&](const data::Phrase& phrase) {
    if (data::name_of(phrase.says) == key) return true;
    return std::ranges::any_of(phrase.arguments, [&](const data::SayingArgument& argument) {
      const auto* inner = std::get_if<Saying>(&argument.value);
      return inner && has_key(*inner, key);
    });
  });
}

bool says(const GateResult& gate, const std::string& what) {
  if (what.starts_with('"'))
    return verdict::text_of(gate).find(what.substr(1, what.size() - 2)) != std::string::npos;
  if (has_key(gate.says, what)) return true;
  return gate.finding &&
         (has_key(gate.finding->told.what, what) || has_key(gate.finding->told.advice, what) ||
          has_key(gate.finding->more, what));
}

// The gate that a report tells first; null: all pass.
const GateResult* first_told(const ExerciseResult& result) {
  for (const bool of_race : {false, true})
    for (const GateResult& gate : result.gates)
      if (gate.status == Status::fail &&
          of_race == (gate.finding && verdict::comes_of_race(*gate.finding)))
        return &gate;
  return nullptr;
}

bool names_line(const GateResult& gate, const std::vector<int>& lines) {
  return lines.empty() || std::ranges::any_of(lines, [&](int line) {
           return gate.line == line || (gate.finding && gate.finding->other_line == line);
         });
}

enum Outcome { right, no_cause, misleading, silent, false_alarm };
constexpr std::array kOutcomes = {"told right", "no cause", "misleading", "silent", "false alarm"};

Outcome outcome_of(const Pair& pair, const ExerciseResult& result) {
  const GateResult* const gate = first_told(result);
  if (!gate) return silent;
  const bool is_said =
      std::ranges::any_of(pair.says, [&](const std::string& what) { return says(*gate, what); });
  if (gate->metric != pair.gate) return misleading;
  if (is_said || pair.says.empty()) return names_line(*gate, pair.lines) ? right : misleading;
  const bool has_cause = gate->finding ? !gate->finding->told.advice.empty()
                                       : result.mismatch && !result.mismatch->hint.empty();
  return has_cause ? misleading : no_cause;
}

}  // namespace

TEST_CASE("of each mistake its cause is told, and its mended twin passes") {
  Exercises exercises;
  std::map<std::string, std::array<size_t, kOutcomes.size()>> table;
  size_t pairs = 0, told = 0;
  for (const Pair& pair : all_pairs()) {
    ++pairs;
    CAPTURE(pair.name);
    const ExerciseResult wrong = exercises.grade(pair.exercise, pair.wrong);
    const GateResult* const gate = first_told(wrong);
    const std::string text =
        gate ? gate->metric + ": " + verdict::text_of(*gate) : "it passes: " + wrong.error;
    const Outcome outcome = outcome_of(pair, wrong);
    CHECK_MESSAGE(outcome == right,
                  pair.kind << "/" << pair.name << ": " << kOutcomes[outcome] << ": " << text);
    ++table[pair.kind][outcome];
    told += outcome == right;
    const ExerciseResult mended = exercises.grade(pair.exercise, pair.right);
    const GateResult* const alarm = first_told(mended);
    CHECK_MESSAGE(!alarm, pair.kind << "/" << pair.name
                                    << ", mended: " << (alarm ? verdict::text_of(*alarm) : ""));
    CHECK_MESSAGE(mended.has_score(), mended.error);
    table[pair.kind][false_alarm] += alarm != nullptr;
  }
  std::string rows = fmt::format("{:<16}", "kind");
  for (const char* const outcome : kOutcomes) rows += fmt::format("{:>13}", outcome);
  for (const auto& [kind, counts] : table) {
    rows += fmt::format("\n{:<16}", kind);
    for (const size_t count : counts) rows += fmt::format("{:>13}", count);
  }
  MESSAGE("of " << pairs << " pairs:\n" << rows);
  CHECK(pairs >= 60);
  CHECK(told * 20 >= pairs * 19);
}
