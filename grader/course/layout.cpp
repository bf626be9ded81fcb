#include "course/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "course/metadata.hpp"
#include "course/paths.hpp"
#include "course/student_files.hpp"

namespace warplab::course {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kLayoutNames[] = {"one folder a student", "Moodle", "Canvas",
                                             "Gradescope", "Classroom (assignment-user)"};
constexpr const char* kMetadataFile = "submission_metadata.yml";
constexpr const char* kStudentsFile = "students.csv";

// "kim" of "kim.zip" and "kim.tar.gz".
std::string without_archive(std::string name) {
  while (is_zip_name(name) || is_archive_name(name)) name.erase(name.rfind('.'));
  return name;
}

// What is known of students.
bool is_list(std::string_view name) { return name.ends_with(".csv") || name.ends_with(".yml"); }

// The first number is the student's: what comes behind it a student may have chosen.
const std::regex kMoodle(R"(^(.+?)_(\d+)_assignsubmission_(?:file|onlinetext)_?(.*)$)");
const std::regex kCanvas(R"(^([^_]+)_(LATE_)?(\d+)_(\d+)_(.+)$)");

struct Read {
  Person person;
  Place place;
};

std::optional<Read> read_as_moodle(const std::string& name) {
  std::smatch part;
  if (!std::regex_match(name, part, kMoodle)) return std::nullopt;
  return Read{{part[2], part[1], ""}, {"", part[3], false}};
}

std::optional<Read> read_as_canvas(const std::string& name) {
  std::smatch part;
  if (!std::regex_match(name, part, kCanvas)) return std::nullopt;
  return Read{{part[3], part[1], ""}, {"", part[5], part[2].matched}};
}

// Canvas numbers each file anew, and a student's number goes with one name. "hw_2026_11_kim.zip"
// and "hw_2026_11_lee.zip" are names of somebody else.
bool are_numbers_of_canvas(const std::vector<Name>& names) {
  std::set<std::string> files;
  std::map<std::string, std::string> name_of_user;
  for (const Name& name : names) {
    std::smatch part;
    if (!std::regex_match(name.name, part, kCanvas)) continue;
    if (!files.insert(part[4]).second) return false;
    if (name_of_user.emplace(part[3], part[1]).first->second != part[1].str()) return false;
  }
  return true;
}

bool is_half_of(std::ptrdiff_t count, const std::vector<Name>& names) {
  return count > 0 && 2 * static_cast<size_t>(count) >= names.size();
}

// A system's layout where at least half of the names have its form.
Layout layout_of(const std::vector<Name>& names) {
  const auto moodle = std::ranges::count_if(
      names, [](const Name& name) { return read_as_moodle(name.name).has_value(); });
  if (is_half_of(moodle, names)) return Layout::moodle;
  const auto canvas = std::ranges::count_if(
      names, [](const Name& name) { return read_as_canvas(name.name).has_value(); });
  return is_half_of(canvas, names) && are_numbers_of_canvas(names) ? Layout::canvas
                                                                   : Layout::folders;
}

// `gh classroom clone` puts clones "warp-lab-kim" into a folder "warp-lab-submissions".
std::string prefix_in(const std::string& folder) {
  constexpr std::string_view kEnd = "submissions";
  return folder.ends_with("-" + std::string(kEnd)) ? folder.substr(0, folder.size() - kEnd.size())
                                                   : "";
}

bool is_an_exercise(const std::string& name, const std::vector<exercise::Entry>& exercises) {
  return std::ranges::any_of(exercises, [&](const exercise::Entry& entry) {
    return entry.folder.filename() == name || (entry.exercise && entry.exercise->slug == name);
  });
}

// Files of exercises, or folders of them: what one student has, and no class.
std::optional<std::string> answer_among(const std::vector<Name>& names,
                                        const std::vector<exercise::Entry>& exercises) {
  size_t folders = 0, of_exercises = 0;
  for (const Name& name : names) {
    const bool is_folder = name.kind == Name::Kind::folder;
    folders += is_folder;
    of_exercises += is_folder && is_an_exercise(name.name, exercises);
    if (is_folder && name.name == "exercises") return name.name;
    for (const exercise::Entry& entry : exercises)
      if (entry.exercise && name.kind != Name::Kind::folder &&
          name.name == entry.exercise->student_file)
        return name.name;
  }
  if (folders > 0 && folders == of_exercises) return names.front().name;
  return std::nullopt;
}

// Reads the names of a class, from the root inward.
class NameReader {
 public:
  NameReader(const Handout& handout, const std::vector<exercise::Entry>& exercises)
      : handout_(handout), exercises_(exercises) {}

  Result<ClassNames> read(const std::optional<std::vector<KnownStudent>>& students) {
    if (students) known_ = *students;
    is_given_ = students.has_value();
    const Result<bool> found = find_root();
    if (!found) return Error{found.error()};
    const Result<std::optional<std::string>> metadata = list_around(kMetadataFile);
    if (!metadata) return Error{metadata.error()};
    read_.students = known_;
    read_.troubles = handout_.troubles();
    if (*metadata) {
      if (const Result<bool> done = read_gradescope(**metadata); !done) return Error{done.error()};
      return read_;
    }
    read_.layout = layout_of(names_);
    if (read_.layout == Layout::folders)
      if (const Result<bool> done = read_folders(); !done) return Error{done.error()};
    if (read_.layout == Layout::moodle || read_.layout == Layout::canvas) read_joined_names();
    return read_;
  }

 private:
  std::string folder_name() const {
    if (!read_.root.empty()) return std::string(last_step(read_.root));
    std::error_code ignored;
    const fs::path root = fs::weakly_canonical(handout_.root(), ignored);
    return handout_.is_zip() ? without_archive(root.filename().string()) : root.filename().string();
  }
  std::string path_of(const Name& name) const { return joined(read_.root, name.name); }

  // In the folder of the students or in one of those around it.
  Result<std::optional<std::string>> list_around(const std::string& name) const {
    for (std::string folder = read_.root;;) {
      Result<std::optional<std::string>> text = handout_.list(joined(folder, name));
      if (!text || *text || folder.empty()) return text;
      const size_t slash = folder.rfind('/');
      folder.resize(slash == std::string::npos ? 0 : slash);
    }
  }

  Result<bool> look_for_students() {
    if (is_given_) return true;
    const Result<std::optional<std::string>> text = list_around(kStudentsFile);
    if (!text) return Error{text.error()};
    if (!*text) return true;
    Result<std::vector<KnownStudent>> students = read_students(**text, kStudentsFile);
    if (!students) return Error{students.error()};
    known_ = std::move(*students);
    return true;
  }

  bool is_listed(const std::string& name) const {
    return std::ranges::any_of(known_, [&](const KnownStudent& known) {
      const std::string& called = known.folder.empty() ? known.id : known.folder;
      return called == name || called == without_archive(name);
    });
  }

  // Goes into a folder around everything, which zips often have, as long as something says that it
  // is one: a class of one student looks the same.
  Result<bool> find_root() {
    constexpr int kMostFoldersAround = 3;
    for (int depth = 0;; ++depth) {
      Result<std::vector<Name>> names = handout_.names(read_.root);
      if (!names) return Error{names.error()};
      std::erase_if(*names, [](const Name& name) { return is_list(name.name); });
      names_ = std::move(*names);
      if (const Result<bool> looked = look_for_students(); !looked) return looked;
      if (depth == kMostFoldersAround || names_.size() != 1 || !names_[0].may_hold_files() ||
          names_[0].kind == Name::Kind::archive || is_listed(names_[0].name) ||
          read_as_moodle(names_[0].name) || read_as_canvas(names_[0].name))
        return true;
      const Result<bool> around = is_around_everything();
      if (!around || !*around) return around;
      read_.root = path_of(names_[0]);
    }
  }

  // Of the only name that there is.
  Result<bool> is_around_everything() const {
    const Name& only = names_[0];
    if (only.kind != Name::Kind::folder) return false;
    Result<std::vector<Name>> inside = handout_.names(path_of(only));
    if (!inside) return Error{inside.error()};
    const auto has = [&](auto&& what) { return std::ranges::any_of(*inside, what); };
    if (has([](const Name& n) { return n.name == kStudentsFile || n.name == kMetadataFile; }))
      return true;
    if (answer_among(*inside, exercises_)) return false;
    if (!prefix_in(only.name).empty() || only.name == folder_name() ||
        layout_of(*inside) != Layout::folders ||
        has([&](const Name& name) { return is_listed(name.name); }))
      return true;
    size_t with_answers = 0;
    for (const Name& name : *inside)
      with_answers += name.may_hold_files() && holds_answers(joined(path_of(only), name.name));
    if (with_answers < 2) return false;
    const fs::path path = handout_.root() / path_of(only);
    return Error{fmt::format(
        "There is nothing but \"{0}\" in {1}: a class, or one student? If it is the class, {2}; if "
        "it is a student, name it in students.csv.",
        only.name, handout_.root().string(),
        handout_.is_zip() ? fmt::format("call the zip {}.zip", only.name)
                          : fmt::format("give {}", path.string()))};
  }

  bool holds_answers(const std::string& path) const {
    const StudentFiles files(handout_, {path});
    return std::ranges::any_of(files.kernels(), [&](const File& file) {
      const std::string name(last_step(file.path));
      return std::ranges::any_of(exercises_, [&](const exercise::Entry& entry) {
        return entry.exercise && fit(file.path, name, *entry.exercise);
      });
    });
  }

  void nobodys(const Name& name) {
    if (name.kind == Name::Kind::file && read_.layout == Layout::folders &&
        !name.name.ends_with(".cu"))
      read_.troubles.push_back({path_of(name),
                                "This is no kernel, no folder and no zip, so it was not read. If "
                                "it is somebody's submission, unpack it."});
    else
      read_.troubles.push_back(
          {path_of(name),
           fmt::format("This is nobody's submission by the names of {}; it was not graded.",
                       name_of(read_.layout))});
  }

  // Several names are one student's where the system hands out file by file.
  void add(const Person& person, Place place) {
    const auto [at, is_new] = group_of_.emplace(person.owner, read_.groups.size());
    if (is_new) read_.groups.push_back({{person}, {}, {}});
    read_.groups[at->second].places.push_back(std::move(place));
  }

  void read_joined_names() {
    for (const Name& name : names_) {
      std::optional<Read> read =
          read_.layout == Layout::moodle ? read_as_moodle(name.name) : read_as_canvas(name.name);
      if (!read) {
        nobodys(name);
        continue;
      }
      read->place.path = path_of(name);
      add(read->person, read->place);
    }
  }

  Result<bool> read_folders() {
    if (const std::optional<std::string> answer = answer_among(names_, exercises_))
      return Error{fmt::format(
          "{} is one student's folder and no class: \"{}\" is in it. To grade one student: grader "
          "--all --submission {}",
          (handout_.root() / read_.root).string(), *answer, handout_.root().string())};
    const std::string prefix = prefix_in(folder_name());
    const auto has_prefix = [&](const Name& name) {
      return !prefix.empty() && name.name.starts_with(prefix) && name.name.size() > prefix.size();
    };
    if (std::ranges::any_of(names_, has_prefix)) {
      read_.layout = Layout::classroom;
      read_.prefix = prefix;
    }
    for (const Name& name : names_) {
      std::optional<Read> moodle = read_as_moodle(name.name);
      if (moodle) {  // whoever else is there
        moodle->place.path = path_of(name);
        add(moodle->person, moodle->place);
      } else if (!name.may_hold_files()) {
        nobodys(name);
      } else {
        add({without_archive(name.name), "", ""}, {path_of(name), "", false});
      }
    }
    return true;
  }

  Result<bool> read_gradescope(const std::string& text) {
    read_.layout = Layout::gradescope;
    Result<std::map<std::string, Metadata>> metadata = read_metadata(text);
    if (!metadata) return Error{metadata.error()};
    for (const Name& name : names_) {
      const std::string folder = without_archive(name.name);
      const auto known = metadata->find(folder);
      if (known == metadata->end() && !folder.starts_with("submission_")) {
        nobodys(name);
        continue;
      }
      Group group;
      group.places.push_back({path_of(name), "", false});
      add_people(group, folder, known == metadata->end() ? Metadata() : known->second);
      if (known != metadata->end()) metadata->erase(known);
    }
    for (const auto& [folder, known] : *metadata) {  // named, and nothing of it is here
      Group group;
      add_people(group, folder, known);
    }
    return true;
  }

  void add_people(Group& group, const std::string& folder, const Metadata& known) {
    group.submitted = known.submitted;
    for (const Metadata::Submitter& who : known.submitters) {
      const std::string& owner = !who.id.empty()      ? who.id
                                 : !who.email.empty() ? who.email
                                 : !who.name.empty()  ? who.name
                                                      : folder;
      group.people.push_back({owner, who.name, who.email});
    }
    if (group.people.empty()) group.people.push_back({folder, "", ""});
    read_.groups.push_back(group);
  }

  const Handout& handout_;
  const std::vector<exercise::Entry>& exercises_;
  std::vector<KnownStudent> known_;
  bool is_given_ = false;
  std::vector<Name> names_;                 // in read_.root, without lists
  std::map<std::string, size_t> group_of_;  // by owner
  ClassNames read_;
};

}  // namespace

std::string_view name_of(Layout layout) { return kLayoutNames[static_cast<size_t>(layout)]; }

Result<ClassNames> read_names(const Handout& handout, const std::vector<exercise::Entry>& exercises,
                              const std::optional<std::vector<KnownStudent>>& students) {
  return NameReader(handout, exercises).read(students);
}

std::optional<int> fit(std::string_view path, const std::string& name,
                       const exercise::Exercise& exercise) {
  if (name == exercise.student_file) return 0;
  if (name != "solution.cu") return std::nullopt;
  const std::string_view folder =
      path.substr(0, path.size() - std::min(path.size(), last_step(path).size() + 1));
  const std::string_view called = last_step(folder);
  if (called == exercise.folder.filename().string() || called == exercise.slug) return 1;
  return std::nullopt;
}

}  // namespace warplab::course
