// All the exercises below one folder.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "exercise/exercise.hpp"

namespace warplab::exercise {
namespace {

namespace fs = std::filesystem;

// What has an exercise.toml of any kind, or a name such as 22-column-sums. One that cannot be used
// is then an Error in the list; it must not simply be missing from it.
bool is_meant_as_exercise(const fs::path& path) {
  std::error_code ignored;
  const std::string name = path.filename().string();
  const size_t digits = name.find_first_not_of("0123456789");
  const bool is_numbered = digits != std::string::npos && digits > 0 && name[digits] == '-';
  if (!fs::is_directory(path, ignored)) {
    // A link to a folder that is gone, or what else cannot be one; a list of names is none.
    return is_numbered && !fs::is_regular_file(fs::symlink_status(path, ignored));
  }
  const fs::file_status file = fs::symlink_status(path / "exercise.toml", ignored);
  if (fs::exists(file)) return true;
  // An experiment (engine/experiment).
  if (fs::exists(fs::symlink_status(path / "experiment.toml", ignored))) return false;
  return is_numbered;
}

// Turns an entry whose slug or student's file another one has already into an Error.
void refuse_twins(std::vector<Entry>& entries) {
  std::map<std::string, fs::path> slugs, files;
  for (Entry& entry : entries) {
    if (!entry.exercise) continue;
    const auto [slug, new_slug] = slugs.emplace(entry.exercise->slug, entry.folder);
    const auto [file, new_file] = files.emplace(entry.exercise->student_file, entry.folder);
    if (!new_slug) {
      entry.exercise =
          Error{fmt::format("{}: the exercise \"{}\" is in {} already; expected another name",
                            entry.folder.string(), slug->first, slug->second.string())};
    } else if (!new_file) {
      entry.exercise = Error{fmt::format(
          "{}: file: \"{}\" is the student's file of {} already, and a submission may be one flat "
          "folder; "
          "expected a name of its own",
          (entry.folder / "exercise.toml").string(), file->first, file->second.string())};
    }
  }
}

}  // namespace

Result<std::vector<Entry>> load_all(const fs::path& folder) {
  std::error_code error;
  fs::directory_iterator listing(folder, error);
  if (error) {
    return Error{fmt::format("the exercises' folder \"{}\" cannot be read: {}", folder.string(),
                             error.message())};
  }
  std::vector<fs::path> folders;
  for (const fs::directory_iterator end; listing != end; listing.increment(error)) {
    if (is_meant_as_exercise(listing->path())) folders.push_back(listing->path());
    if (error) break;
  }
  if (error) {
    return Error{fmt::format("the exercises' folder \"{}\" cannot be read to its end: {}",
                             folder.string(), error.message())};
  }
  if (folders.empty()) {
    return Error{
        fmt::format("\"{}\" holds no exercise; expected folders such as 22-column-sums, each with "
                    "an exercise.toml",
                    folder.string())};
  }
  // By number, then name: "9-x" comes before "10-y". What has no number comes last.
  const auto order = [](const fs::path& path) {
    const std::string name = path.filename().string();
    const size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
    const bool numbered = digits > 0 && digits <= 4;
    return std::pair(numbered ? std::stoi(name.substr(0, digits)) : INT32_MAX, name);
  };
  std::sort(folders.begin(), folders.end(),
            [&](const fs::path& a, const fs::path& b) { return order(a) < order(b); });
  std::vector<Entry> entries;
  for (const fs::path& path : folders) {
    std::error_code ignored;
    const fs::path experiment = path / "experiment.toml";
    if (fs::exists(fs::symlink_status(experiment, ignored)))
      entries.push_back({path, Error{fmt::format("{}: stands beside an exercise.toml; expected a "
                                                 "folder of its own",
                                                 experiment.string())}});
    else entries.push_back({path, load(path)});
  }
  refuse_twins(entries);
  return entries;
}

}  // namespace warplab::exercise
