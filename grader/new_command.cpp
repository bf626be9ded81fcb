#include "new_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

#include "base/capital.hpp"
#include "base/file_text.hpp"
#include "exercise_choice.hpp"
#include "exit_code.hpp"
#include "streams.hpp"

namespace warplab::grader {
namespace fs = std::filesystem;
namespace {

// Letters, digits and hyphens, as the names of the shipped exercises.
bool is_name(const std::string& name) {
  return !name.empty() && name.size() <= 60 && name.front() >= 'a' && name.front() <= 'z' &&
         std::ranges::all_of(name, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
         });
}

// "my-sums" is "My sums".
std::string title_of(const std::string& name) {
  std::string title = name;
  std::ranges::replace(title, '-', ' ');
  return with_capital(std::move(title));
}

// "97-my-sums": behind all that are there.
std::string folder_name(const std::vector<exercise::Entry>& all, const std::string& name) {
  int last = 0;
  for (const exercise::Entry& entry : all)
    last = std::max(last, std::atoi(entry.folder.filename().c_str()));
  return fmt::format("{:02}-{}", last + 1, name);
}

// The line of a TOML file that begins with `key =` gets another value.
bool set_text(std::string& toml, const std::string& key, const std::string& value) {
  size_t at = toml.starts_with(key + " =") ? 0 : toml.find("\n" + key + " =");
  if (at == std::string::npos) return false;
  if (at > 0) ++at;
  const size_t end = std::min(toml.find('\n', at), toml.size());
  toml.replace(at, end - at, fmt::format("{} = \"{}\"", key, value));
  return true;
}

std::string content_of(const fs::path& file) { return file_text(file).value_or(""); }

Result<bool> write(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out) return Error{fmt::format("{} cannot be written.", file.string())};
  return true;
}

// The copy in `folder` gets a title and a student's file of its own, since a submission may be one
// flat folder; its statements speak of that file.
Result<bool> rename(const fs::path& folder, const std::string& name, const std::string& old_file) {
  std::string file = name + ".cu";
  std::ranges::replace(file, '-', '_');
  std::string toml = content_of(folder / "exercise.toml");
  if (!set_text(toml, "title", title_of(name)) || !set_text(toml, "file", file))
    return Error{fmt::format("{} has no title or no file.", (folder / "exercise.toml").string())};
  std::error_code why;
  fs::rename(folder / old_file, folder / file, why);
  if (why) return Error{fmt::format("{} cannot be renamed: {}.", old_file, why.message())};
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, why)) {
    if (entry.path().extension() != ".md") continue;
    std::string text = content_of(entry.path());
    for (size_t at = 0; (at = text.find(old_file, at)) != std::string::npos; at += file.size())
      text.replace(at, old_file.size(), file);
    if (const Result<bool> done = write(entry.path(), text); !done) return done;
  }
  return write(folder / "exercise.toml", toml);
}

}  // namespace

int run_new(const Options& options) {
  if (options.names.size() != 1 || !is_name(options.names[0]))
    return fail(
        "give the new exercise one name of small letters, digits and hyphens, such as "
        "\"my-sums\".");
  const std::string& name = options.names[0];
  const Result<fs::path> folder = find_exercises(options.exercises);
  if (!folder) return fail(folder.error());
  const Result<std::vector<exercise::Entry>> all = exercise::load_all(*folder);
  if (!all) return fail(all.error());
  if (std::ranges::any_of(*all,
                          [&](const exercise::Entry& e) { return slug_of(e.folder) == name; }))
    return fail(fmt::format("there is an exercise \"{}\" already.", name));
  const Result<std::vector<const exercise::Entry*>> like = choose(*all, {options.like});
  if (!like) return fail(like.error());
  if (!like->front()->exercise) return fail(like->front()->exercise.error());
  const fs::path& from = like->front()->folder;
  const fs::path solutions = solutions_of(*folder, options.solutions);
  const std::string called = folder_name(*all, name);
  const fs::path to = *folder / called, solved = solutions / called;
  std::error_code why;
  fs::copy(from, to, fs::copy_options::recursive, why);
  if (!why && fs::is_directory(solutions / from.filename()))
    fs::copy(solutions / from.filename(), solved, fs::copy_options::recursive, why);
  if (why)
    return fail(
        fmt::format("{} cannot be copied to {}: {}.", from.string(), to.string(), why.message()));
  if (const Result<bool> done = rename(to, name, like->front()->exercise->student_file); !done)
    return fail(done.error());
  const std::string text = fmt::format(
      "Made {} and {}, like {}.\nChange them, and look whether they are in order:\n  grader check "
      "{}{}\n",
      to.string(), solved.string(), slug_of(from), name,
      options.exercises ? " --exercises " + folder->string() : "");
  print(text);
  return kAllPassed;
}

}  // namespace warplab::grader
