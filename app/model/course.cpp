#include "model/course.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

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

}  // namespace

Course::Course(fs::path folder, CourseLoader loader, ExperimentLoader experiments)
    : folder_(std::move(folder)), loader_(std::move(loader)), experiments_(std::move(experiments)) {
  reload();
}

void Course::reload() {
  const std::vector<CourseEntry> before = std::exchange(entries_, {});
  error_.clear();
  auto loaded = loader_(folder_);
  if (!loaded) {
    error_ = loaded.error();
    return;
  }
  for (exercise::Entry& from : *loaded) {
    CourseEntry entry;
    entry.folder = from.folder;
    name_from_folder(entry);
    entry.title = entry.slug;
    if (from.exercise) {
      entry.exercise = std::move(*from.exercise);
      entry.slug = entry.exercise->slug;
      entry.order = entry.exercise->order;
      entry.title = entry.exercise->title.empty() ? entry.slug : entry.exercise->title;
      entry.module = entry.exercise->module;
    } else {
      entry.error = from.exercise.error();
      entry.error_line = line_in(entry.error);
    }
    entries_.push_back(std::move(entry));
  }
  add_experiments(before);
  // What is broken stays in the module of the one before it.
  for (size_t i = 1; i < entries_.size(); ++i)
    if (!entries_[i].exercise) entries_[i].module = entries_[i - 1].module;
}

// Between the exercises, by their numbers.
void Course::add_experiments(const std::vector<CourseEntry>& before) {
  if (!experiments_) return;
  auto loaded = experiments_(folder_);
  if (!loaded) {
    error_ = loaded.error();
    return;
  }
  for (experiment::Entry& from : *loaded) {
    CourseEntry entry;
    entry.folder = from.folder;
    entry.file = "experiment.toml";
    name_from_folder(entry);
    entry.title = entry.slug;
    if (from.experiment) {
      entry.experiment =
          std::make_shared<const experiment::Experiment>(std::move(*from.experiment));
      // What has not changed stays the same object: who looks at it goes on where they are.
      for (const CourseEntry& old : before)
        if (old.experiment && is_same(*old.experiment, *entry.experiment))
          entry.experiment = old.experiment;
      entry.exercise = entry.experiment->rig;
      entry.slug = entry.experiment->slug;
      entry.order = entry.experiment->order;
      entry.title = entry.experiment->title.empty() ? entry.slug : entry.experiment->title;
      entry.module = entry.experiment->module;
    } else {
      entry.error = from.experiment.error();
      entry.error_line = line_in(entry.error);
    }
    entries_.push_back(std::move(entry));
  }
  std::stable_sort(entries_.begin(), entries_.end(),
                   [](const CourseEntry& a, const CourseEntry& b) { return a.order < b.order; });
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
