// An instructor's solution and known-wrong kernels, which `grader check` holds against the gates.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>

#include "exercise/exercise.hpp"
#include "exercise/spelling.hpp"

namespace warplab::exercise {
namespace {

namespace fs = std::filesystem;

// The gate in front of all others, which no exercise lists.
constexpr std::string_view kCompiles = "compiles";
constexpr std::string_view kForm =
    "expected first lines \"// caught by: GATE\" and \"// why: SENTENCE\"";

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// What follows "KEY:" in a comment line.
std::optional<std::string> after_key(std::string_view comment, std::string_view key) {
  if (!comment.starts_with(key)) return std::nullopt;
  comment = trimmed(comment.substr(key.size()));
  if (!comment.starts_with(':')) return std::nullopt;
  return std::string(trimmed(comment.substr(1)));
}

// A gate may be called by its name or, for built-ins, by its metric.
std::optional<std::string> gate_called(const Exercise& exercise, const std::string& word) {
  if (word == kCompiles) return word;
  for (const Gate& gate : exercise.gates) {
    if (gate.name == word || gate.metric == word) return gate.name;
  }
  return std::nullopt;
}

Result<KnownWrong> read_known_wrong(const Exercise& exercise, const fs::path& file) {
  std::ifstream in(file);
  KnownWrong wrong{file, "", ""};
  std::string line;
  bool in_why = false;
  for (int number = 1; std::getline(in, line); ++number) {
    std::string_view text = trimmed(line);
    if (!text.starts_with("//")) break;  // the comment at the top has ended
    text = trimmed(text.substr(2));
    if (auto word = after_key(text, "caught by")) {
      in_why = false;
      const auto gate = gate_called(exercise, *word);
      if (!gate) {
        std::vector<std::string_view> known{kCompiles};
        for (const Gate& each : exercise.gates) known.push_back(each.name);
        return Error{fmt::format("{}:{}: \"{}\" is no gate of {}; there are {}", file.string(),
                                 number, *word, exercise.slug, quoted_list(known))};
      }
      wrong.caught_by = *gate;
    } else if (auto sentence = after_key(text, "why")) {
      wrong.why = *sentence;
      in_why = true;
    } else if (in_why && !text.empty()) {  // the sentence goes on
      wrong.why += fmt::format(" {}", text);
    }
  }
  if (wrong.caught_by.empty()) {
    return Error{fmt::format("{}:1: does not say which gate catches it; {}", file.string(), kForm)};
  }
  if (wrong.why.empty()) {
    return Error{fmt::format("{}:1: does not say why it is wrong; {}", file.string(), kForm)};
  }
  return wrong;
}

}  // namespace

Result<bool> load_solutions(Exercise& exercise, const fs::path& solutions) {
  const fs::path own =
      exercise.folder.has_filename() ? exercise.folder : exercise.folder.parent_path();
  const fs::path folder = solutions / own.filename();
  std::error_code error;
  const fs::path solution = folder / "solution.cu";
  if (!fs::is_regular_file(solution, error)) {
    return Error{fmt::format("there is no solution \"{}\"", solution.string())};
  }
  std::vector<fs::path> files;
  for (const fs::directory_entry& found : fs::directory_iterator(folder, error)) {
    const std::string name = found.path().filename().string();
    if (name.starts_with("wrong-") && name.ends_with(".cu")) files.push_back(found.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<KnownWrong> known_wrong;
  for (const fs::path& file : files) {
    Result<KnownWrong> wrong = read_known_wrong(exercise, file);
    if (!wrong) return Error{wrong.error()};
    known_wrong.push_back(std::move(*wrong));
  }
  exercise.solution = solution;
  exercise.known_wrong = std::move(known_wrong);
  return true;
}

}  // namespace warplab::exercise
