// An instructor's solution and known-wrong kernels, which `grader check` holds against the gates.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

#include "base/file_text.hpp"
#include "exercise/exercise.hpp"
#include "exercise/patch.hpp"
#include "exercise/spelling.hpp"

namespace warplab::exercise {
namespace {

namespace fs = std::filesystem;

// The gate in front of all others, which no exercise lists.
constexpr std::string_view kCompiles = "compiles";
constexpr std::string_view kFirstLineForm =
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
  std::istringstream in(file_text(file).value_or(""));
  KnownWrong wrong{file, "", "", {}};
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
    } else if (auto score = after_key(text, "earns")) {
      in_why = false;
      double most = -1;
      const auto read = std::from_chars(score->data(), score->data() + score->size(), most);
      if (read.ec != std::errc{} || read.ptr != score->data() + score->size() || !(most >= 0) ||
          most >= 1)
        return Error{
            fmt::format("{}:{}: earns \"{}\"; expected a score of at least 0 and less than 1",
                        file.string(), number, *score)};
      wrong.earns = most;
    } else if (auto sentence = after_key(text, "why")) {
      wrong.why = *sentence;
      in_why = true;
    } else if (in_why && !text.empty()) {  // the sentence goes on
      wrong.why += fmt::format(" {}", text);
    }
  }
  if (wrong.caught_by.empty()) {
    return Error{
        fmt::format("{}:1: does not say which gate catches it; {}", file.string(), kFirstLineForm)};
  }
  if (wrong.why.empty()) {
    return Error{
        fmt::format("{}:1: does not say why it is wrong; {}", file.string(), kFirstLineForm)};
  }
  return wrong;
}

Result<std::vector<KnownWrong>> read_all(const Exercise& exercise, std::vector<fs::path> files) {
  std::sort(files.begin(), files.end());
  std::vector<KnownWrong> all;
  for (const fs::path& file : files) {
    Result<KnownWrong> wrong = read_known_wrong(exercise, file);
    if (!wrong) return Error{wrong.error()};
    all.push_back(std::move(*wrong));
  }
  return all;
}

// KERNELS/NN-slug, with or without a slash at the end of the exercise's own folder.
fs::path folder_of(const Exercise& exercise, const fs::path& kernels) {
  const fs::path& own = exercise.folder;
  return kernels / (own.has_filename() ? own : own.parent_path()).filename();
}

}  // namespace

bool is_patch(const fs::path& file) { return file.extension() == ".patch"; }

Result<std::string> patched_kernel(const fs::path& solution, const fs::path& patch) {
  Result<std::string> text =
      apply_patch(file_text(solution).value_or(""), file_text(patch).value_or(""));
  if (text) return text;
  return Error{fmt::format("{}: {}; it is a patch of {}", patch.string(), text.error(),
                           solution.filename().string())};
}

Result<bool> load_solutions(Exercise& exercise, const fs::path& solutions) {
  const fs::path solution = folder_of(exercise, solutions) / "solution.cu";
  std::error_code error;
  if (!fs::is_regular_file(solution, error))
    return Error{fmt::format("there is no solution \"{}\"", solution.string())};
  exercise.solution = solution;
  return add_kernels(exercise, solutions);
}

Result<bool> add_kernels(Exercise& exercise, const fs::path& kernels) {
  std::vector<fs::path> wrong_files, trick_files, right;
  std::error_code error;
  for (const fs::directory_entry& found :
       fs::directory_iterator(folder_of(exercise, kernels), error)) {
    const std::string name = found.path().filename().string();
    if (!name.ends_with(".cu") && !is_patch(found.path())) continue;
    const bool is_kernel =
        name.starts_with("wrong-") || name.starts_with("trick-") || name.starts_with("right-");
    if (is_kernel && is_patch(found.path()))
      if (const Result<std::string> text = patched_kernel(exercise.solution, found.path()); !text)
        return Error{text.error()};
    if (name.starts_with("wrong-")) wrong_files.push_back(found.path());
    if (name.starts_with("trick-")) trick_files.push_back(found.path());
    if (name.starts_with("right-")) right.push_back(found.path());
  }
  std::sort(right.begin(), right.end());
  const Result<std::vector<KnownWrong>> known_wrong = read_all(exercise, wrong_files);
  if (!known_wrong) return Error{known_wrong.error()};
  const Result<std::vector<KnownWrong>> tricks = read_all(exercise, trick_files);
  if (!tricks) return Error{tricks.error()};
  const auto append = [](auto& to, const auto& more) {
    to.insert(to.end(), more.begin(), more.end());
  };
  append(exercise.known_wrong, *known_wrong);
  append(exercise.tricks, *tricks);
  append(exercise.right, right);
  return true;
}

}  // namespace warplab::exercise
