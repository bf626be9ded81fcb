#include "exercise_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <system_error>

#include "exercise/places.hpp"
#include "exercise/spelling.hpp"

namespace warplab::grader {
namespace fs = std::filesystem;
namespace {

bool is_folder(const fs::path& path) {
  std::error_code ignored;  // a path that cannot be looked at is no folder for us
  return fs::is_directory(path, ignored);
}

}  // namespace

Result<fs::path> find_exercises(const std::optional<fs::path>& given) {
  if (given) {
    // Of a folder that is no folder of exercises, the one in it.
    if (is_folder(*given / "exercises")) return *given / "exercises";
    if (is_folder(*given)) return *given;
    return Error{fmt::format("There is no folder {} with exercises.", given->string())};
  }
  // Not where the program was started: that may be a student's folder.
  const fs::path shipped = exercise::shipped_folder("exercises");
  if (!shipped.empty()) return shipped;
  return Error{
      "There is no folder of exercises at ../../exercises, seen from the program; say where it is "
      "with --exercises DIR."};
}

Result<fs::path> find_own_exercises(const std::optional<fs::path>& given) {
  const Result<fs::path> found = find_exercises(given);
  return found && !given ? exercise::own_exercises() : found;
}

Result<fs::path> find_gpus() {
  const fs::path shipped = exercise::shipped_folder("assets/gpus");
  if (!shipped.empty()) return shipped;
  return Error{"There is no folder of GPUs beside the program; name a file with --model-file."};
}

fs::path solutions_of(const fs::path& exercises, const std::optional<fs::path>& given) {
  if (given) return *given;
  // "exercises/" names the same folder as "exercises".
  std::error_code error;
  const fs::path absolute = fs::weakly_canonical(exercises, error);
  return (error ? exercises : absolute).parent_path() / "solutions";
}

std::string slug_of(const fs::path& folder) {
  const std::string name = folder.filename().string();
  const size_t digits = name.find_first_not_of("0123456789");
  return digits != std::string::npos && digits > 0 && name[digits] == '-' ? name.substr(digits + 1)
                                                                          : name;
}

Result<std::vector<const exercise::Entry*>> choose(const std::vector<exercise::Entry>& all,
                                                   const std::vector<std::string>& names) {
  const auto is_called = [](const exercise::Entry& entry, const std::string& name) {
    return slug_of(entry.folder) == name || entry.folder.filename() == name ||
           (entry.exercise && entry.exercise->student_file == name);
  };
  for (const std::string& name : names) {
    if (std::any_of(all.begin(), all.end(),
                    [&](const exercise::Entry& entry) { return is_called(entry, name); }))
      continue;
    std::vector<std::string> slugs;
    for (const exercise::Entry& entry : all) slugs.push_back(slug_of(entry.folder));
    const std::vector<std::string_view> words(slugs.begin(), slugs.end());
    const std::string meant = exercise::did_you_mean(name, words);
    return Error{fmt::format("There is no exercise \"{}\"{} `grader list` shows them all.", name,
                             meant.empty() ? "." : meant)};
  }
  std::vector<const exercise::Entry*> chosen;
  for (const exercise::Entry& entry : all)
    if (names.empty() || std::any_of(names.begin(), names.end(), [&](const std::string& name) {
          return is_called(entry, name);
        }))
      chosen.push_back(&entry);
  return chosen;
}

}  // namespace warplab::grader
