#include "course/course.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "base/file_text.hpp"
#include "course/statement_text.hpp"
#include "exercise/translation.hpp"

namespace warplab::app {
namespace {

namespace fs = std::filesystem;

// "03-transpose" is exercise 3, "transpose".
void name_from_folder(CourseEntry& entry) {
  const std::string name = entry.folder.filename().string();
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), entry.order);
  const size_t digits = static_cast<size_t>(end - name.data());
  entry.slug = error == std::errc{} && digits < name.size() && name[digits] == '-'
                   ? name.substr(digits + 1)
                   : name;
}

// The line that a sentence such as ".../exercise.toml:12: ..." or "exercise.toml line 12" names.
int line_in(std::string_view message) {
  constexpr std::string_view kFile = ".toml";
  for (size_t at = message.find(kFile); at != std::string_view::npos;
       at = message.find(kFile, at + 1)) {
    std::string_view rest = message.substr(at + kFile.size());
    for (const std::string_view lead : {":", "(", ", line ", " line ", " at line "}) {
      int line = 0;
      if (!rest.starts_with(lead)) continue;
      const std::string_view number = rest.substr(lead.size());
      if (std::from_chars(number.data(), number.data() + number.size(), line).ec == std::errc{})
        return line;
    }
  }
  return 0;
}

bool is_same(const experiment::Experiment& a, const experiment::Experiment& b) {
  const auto is_same_recording = [](const experiment::Recording& one,
                                    const experiment::Recording& other) {
    return one.file == other.file && one.gpu == other.gpu && one.date == other.date;
  };
  return a.folder == b.folder && a.rig.hash == b.rig.hash &&
         std::ranges::equal(a.recordings, b.recordings, is_same_recording);
}

// What an exercise and an experiment both say of themselves.
template <class Made>
void name_from_file(CourseEntry& entry, const Made& made) {
  entry.slug = made.slug;
  entry.order = made.order;
  entry.title = entry.own_title = made.title.empty() ? made.slug : made.title;
  entry.module = entry.own_module = made.module;
}

// Of what could not be read the folder gives the name.
void name_from_error(CourseEntry& entry, const std::string& error) {
  name_from_folder(entry);
  entry.title = entry.own_title = entry.slug;
  entry.error = error;
  entry.error_line = line_in(error);
}

CourseEntry entry_of(exercise::Entry& from) {
  CourseEntry entry;
  entry.folder = from.folder;
  if (from.exercise) {
    name_from_file(entry, *from.exercise);
    entry.exercise = std::move(*from.exercise);
  } else {
    name_from_error(entry, from.exercise.error());
  }
  return entry;
}

CourseEntry entry_of(experiment::Entry& from) {
  CourseEntry entry;
  entry.folder = from.folder;
  entry.file = "experiment.toml";
  if (from.experiment) {
    name_from_file(entry, *from.experiment);
    entry.exercise = from.experiment->rig;
    entry.experiment = std::make_shared<const experiment::Experiment>(std::move(*from.experiment));
  } else {
    name_from_error(entry, from.experiment.error());
  }
  return entry;
}

// Empty where there is none, or a wrong one: that is said where its statement is read.
exercise::Translation translation_of(const CourseEntry& entry,
                                     const std::vector<std::string>& languages) {
  if (!entry.exercise) return {};
  for (const std::string& language : languages) {
    const fs::path file = entry.folder / exercise::in_language(entry.file, language);
    const auto text = file_text(file);
    if (!text) continue;
    auto translation =
        exercise::load_translation(*text, file.string(), entry.exercise->hints.size());
    return translation ? std::move(*translation) : exercise::Translation{};
  }
  return {};
}

}  // namespace

CourseRead read_course(const fs::path& folder, const CourseLoaders& loaders) {
  CourseRead read;
  auto exercises = loaders.exercises(folder);
  if (!exercises) {
    read.error = exercises.error();
    return read;
  }
  for (exercise::Entry& from : *exercises) read.entries.push_back(entry_of(from));
  if (loaders.experiments) {  // between the exercises, by their numbers
    auto experiments = loaders.experiments(folder);
    if (!experiments) {
      read.error = experiments.error();
    } else {
      for (experiment::Entry& from : *experiments) read.entries.push_back(entry_of(from));
      std::stable_sort(
          read.entries.begin(), read.entries.end(),
          [](const CourseEntry& a, const CourseEntry& b) { return a.order < b.order; });
    }
  }
  // What is broken stays in the module of the one before it.
  for (size_t i = 1; i < read.entries.size(); ++i)
    if (!read.entries[i].exercise)
      read.entries[i].module = read.entries[i].own_module = read.entries[i - 1].module;
  std::vector<fs::path> folders;
  for (const CourseEntry& entry : read.entries) folders.push_back(entry.folder);
  read.languages = statement_languages(folders);
  return read;
}

Course::Course(fs::path folder, CourseLoader loader, ExperimentLoader experiments)
    : folder_(std::move(folder)), loaders_{std::move(loader), std::move(experiments)} {
  reload();
}

void Course::take(CourseRead read) {
  error_ = std::move(read.error);
  if (!error_.empty() && read.entries.empty()) return;
  // What has not changed stays the same object: who looks at it goes on where they are.
  for (CourseEntry& entry : read.entries)
    for (const CourseEntry& old : entries_)
      if (entry.experiment && old.experiment && is_same(*old.experiment, *entry.experiment))
        entry.experiment = old.experiment;
  entries_ = std::move(read.entries);
  languages_ = std::move(read.languages);
  show_in(std::exchange(shown_in_, {}));
}

void Course::show_in(std::vector<std::string> languages) {
  if (languages == shown_in_) return;
  shown_in_ = std::move(languages);
  // One entry's translation of a module serves all entries of it.
  std::map<std::string, std::string> modules;
  for (CourseEntry& entry : entries_) {
    exercise::Translation translation = translation_of(entry, shown_in_);
    entry.title = translation.title.empty() ? entry.own_title : std::move(translation.title);
    if (!translation.module.empty())
      modules.try_emplace(entry.own_module, std::move(translation.module));
  }
  for (CourseEntry& entry : entries_) {
    const auto translated = modules.find(entry.own_module);
    entry.module = translated == modules.end() ? entry.own_module : translated->second;
  }
}

const CourseEntry* Course::find(std::string_view slug) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const CourseEntry& entry) { return entry.slug == slug; });
  return found == entries_.end() ? nullptr : &*found;
}

bool starter_races(const exercise::Exercise& exercise) {
  return std::any_of(exercise.gates.begin(), exercise.gates.end(), [&](const exercise::Gate& gate) {
    return gate.metric == "race_free" &&
           std::find(exercise.starter_fails.begin(), exercise.starter_fails.end(), gate.name) !=
               exercise.starter_fails.end();
  });
}

fs::path student_file_in(const fs::path& submission, const exercise::Exercise& exercise) {
  const fs::path flat = submission / exercise.student_file;
  const std::string folder = exercise.folder.filename().string();
  for (const fs::path& file :
       {flat, submission / exercise.slug / exercise.student_file,
        submission / folder / exercise.student_file, submission / folder / "solution.cu"}) {
    std::error_code error;
    if (fs::is_regular_file(file, error)) return file;
  }
  return flat;
}

}  // namespace warplab::app
