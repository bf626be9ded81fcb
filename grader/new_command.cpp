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
  if (!set_text(toml, "title", title_of(name)))
    return Error{fmt::format("{} has no title.", (folder / "exercise.toml").string())};
  set_text(toml, "file", file);  // which follows from the folder's name where it is not there
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

// What a new exercise is made from, and its solutions.
struct Model {
  exercise::Entry entry;
  fs::path solutions;
};

bool contains_hint(const std::string& error) {
  return error.find("did you mean") != std::string::npos;
}

// Of the course itself, else of those that Warp Lab comes with.
Result<Model> find_model(const std::vector<exercise::Entry>& own, const fs::path& folder,
                         const Options& options) {
  const auto model = [](const exercise::Entry& entry, const fs::path& solutions) -> Result<Model> {
    if (!entry.exercise) return Error{entry.exercise.error()};
    return Model{entry, solutions / entry.folder.filename()};
  };
  const Result<std::vector<const exercise::Entry*>> like = choose(own, {options.like});
  if (like) return model(*like->front(), solutions_of(folder, options.solutions));
  const Result<fs::path> shipped = find_exercises(std::nullopt);
  if (!shipped) return Error{like.error()};
  const Result<std::vector<exercise::Entry>> all = exercise::load_all(*shipped);
  if (!all) return Error{like.error()};
  const Result<std::vector<const exercise::Entry*>> found = choose(*all, {options.like});
  if (!found) return Error{contains_hint(like.error()) ? like.error() : found.error()};
  return model(*found->front(), solutions_of(*shipped, std::nullopt));
}

// What the exercise takes from `common` of its course, where this course has no such file.
std::error_code copy_common(const exercise::Exercise& exercise, const fs::path& course) {
  std::error_code why;
  const fs::path from = exercise.folder.parent_path() / "common", to = course / "common";
  if (fs::equivalent(exercise.folder.parent_path(), course, why)) return {};
  why.clear();
  std::vector<fs::path> files;
  for (const exercise::Header& header : exercise.headers)
    if (header.file.parent_path() == from) files.push_back(header.file);
  for (const fs::path& file : files) {
    fs::create_directories(to, why);
    if (!why) fs::copy_file(file, to / file.filename(), fs::copy_options::skip_existing, why);
    if (why) return why;
  }
  return {};
}

}  // namespace

int run_new(const Options& options) {
  if (options.names.size() != 1 || !is_name(options.names[0]))
    return fail(
        "give the new exercise one name of small letters, digits and hyphens, such as "
        "\"my-sums\".");
  const std::string& name = options.names[0];
  const Result<fs::path> folder = find_own_exercises(options.exercises);
  if (!folder) return fail(folder.error());
  // A course may begin with it.
  const Result<std::vector<exercise::Entry>> loaded = exercise::load_all(*folder);
  const std::vector<exercise::Entry> all = loaded ? *loaded : std::vector<exercise::Entry>{};
  if (std::ranges::any_of(all, [&](const exercise::Entry& e) { return slug_of(e.folder) == name; }))
    return fail(fmt::format("there is an exercise \"{}\" already.", name));
  const Result<Model> model = find_model(all, *folder, options);
  if (!model) return fail(model.error());
  const fs::path& from = model->entry.folder;
  const std::string called = folder_name(all, name);
  const fs::path to = *folder / called, solved = solutions_of(*folder, options.solutions) / called;
  std::error_code why;
  fs::copy(from, to, fs::copy_options::recursive, why);
  if (!why && fs::is_directory(model->solutions)) {
    fs::create_directories(solved.parent_path(), why);
    if (!why) fs::copy(model->solutions, solved, fs::copy_options::recursive, why);
  }
  if (!why) why = copy_common(*model->entry.exercise, *folder);
  if (why)
    return fail(
        fmt::format("{} cannot be copied to {}: {}.", from.string(), to.string(), why.message()));
  if (const Result<bool> done = rename(to, name, model->entry.exercise->student_file); !done)
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
