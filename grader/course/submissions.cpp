#include "course/submissions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>
#include <set>

#include "course/metadata.hpp"
#include "exercise/spelling.hpp"

namespace warplab::course {
namespace {

// As the window calls it.
constexpr std::string_view kPredictionsFile = "predictions.json";

constexpr std::string_view kLayoutNames[] = {"one folder a student", "Moodle", "Canvas",
                                             "Gradescope", "Classroom (assignment-user)"};

// "kim/a/b.cu" is below "kim"; everything is below "".
bool is_below(std::string_view path, std::string_view folder) {
  return folder.empty() ||
         (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/');
}
std::string_view below(std::string_view path, std::string_view folder) {
  return folder.empty() ? path : path.substr(folder.size() + 1);
}
std::string_view first_step(std::string_view path) { return path.substr(0, path.find('/')); }
std::string_view last_step(std::string_view path) { return path.substr(path.rfind('/') + 1); }
size_t steps(std::string_view path) {
  return static_cast<size_t>(std::ranges::count(path, '/')) + 1;
}

std::string without_zip(std::string_view name) {
  const bool zip = name.size() > 4 && (name.ends_with(".zip") || name.ends_with(".ZIP"));
  return std::string(name.substr(0, name.size() - (zip ? 4 : 0)));
}

// The names directly below `folder`, sorted.
std::vector<std::string> names_in(const Tree& tree, const std::string& folder) {
  std::set<std::string> names;
  const auto add = [&](const std::string& path) {
    if (path != folder && is_below(path, folder))
      names.insert(std::string(first_step(below(path, folder))));
  };
  for (const std::string& path : tree.folders) add(path);
  for (const File& file : tree.kernels) add(file.path);
  for (const File& file : tree.predictions) add(file.path);
  for (const Trouble& trouble : tree.troubles) add(trouble.path);
  return {names.begin(), names.end()};
}

bool is_folder(const Tree& tree, const std::string& path) {
  return std::ranges::binary_search(tree.folders, path);
}

// One name of a submission, taken apart.
struct Read {
  std::string student, name,
      file;  // file: the student's own name of it, where the system joined it
  bool late = false;
};

const std::regex kMoodle(R"(^(.*)_(\d+)_assignsubmission_(file|onlinetext)_?$)");
const std::regex kCanvas(R"(^(.+?)_(LATE_)?(\d+)_(\d+)_(.+)$)");
const std::regex kGradescope(R"(^submission_(\d+)$)");

std::optional<Read> read_as(Layout layout, const std::string& name, const std::string& prefix) {
  const std::string bare = without_zip(name);
  std::smatch part;
  switch (layout) {
    case Layout::moodle:
      if (std::regex_match(bare, part, kMoodle)) return Read{part[2], part[1], ""};
      return std::nullopt;
    case Layout::canvas:
      if (std::regex_match(name, part, kCanvas))
        return Read{part[3], part[1], part[5], part[2].matched};
      return std::nullopt;
    case Layout::gradescope:
      if (std::regex_match(bare, part, kGradescope)) return Read{part[1], "", ""};
      return std::nullopt;
    case Layout::classroom:
      if (bare.starts_with(prefix) && bare.size() > prefix.size())
        return Read{bare.substr(prefix.size()), "", ""};
      return std::nullopt;
    case Layout::folders: break;
  }
  return Read{bare, "", ""};
}

// What all names begin with, up to a hyphen: "warp-lab-" of "warp-lab-kim" and "warp-lab-lee".
std::string common_prefix(const std::vector<std::string>& names) {
  if (names.size() < 2) return {};
  std::string prefix = names.front();
  for (const std::string& name : names) {
    const auto ends = std::ranges::mismatch(prefix, name);
    prefix.erase(ends.in1, prefix.end());
  }
  const size_t hyphen = prefix.rfind('-');
  return hyphen == std::string::npos ? "" : prefix.substr(0, hyphen + 1);
}

struct Understood {
  Layout layout = Layout::folders;
  std::string prefix;
};

// In `folder` or in one of those around it.
const std::string* list_around(const Tree& tree, std::string folder, const std::string& name) {
  while (true) {
    const auto found = tree.lists.find(folder.empty() ? name : folder + "/" + name);
    if (found != tree.lists.end()) return &found->second;
    if (folder.empty()) return nullptr;
    const size_t slash = folder.rfind('/');
    folder.resize(slash == std::string::npos ? 0 : slash);
  }
}

// A system's layout where at least half of the names have its form.
Understood understand(const Tree& tree, const std::string& root,
                      const std::vector<std::string>& names) {
  if (list_around(tree, root, "submission_metadata.yml")) return {Layout::gradescope, ""};
  for (const Layout layout : {Layout::moodle, Layout::gradescope, Layout::canvas}) {
    const auto fit = std::ranges::count_if(
        names, [&](const std::string& name) { return read_as(layout, name, "").has_value(); });
    if (fit > 0 && 2 * static_cast<size_t>(fit) >= names.size()) return {layout, ""};
  }
  std::vector<std::string> folders;
  for (const std::string& name : names)
    if (is_folder(tree, root.empty() ? name : root + "/" + name)) folders.push_back(name);
  const std::string prefix = common_prefix(folders);
  return {prefix.empty() ? Layout::folders : Layout::classroom, prefix};
}

bool looks_like_answers(const std::vector<std::string>& names,
                        const std::vector<exercise::Entry>& exercises) {
  return std::ranges::any_of(names, [&](const std::string& name) {
    if (name == "exercises" || name.ends_with(".cu")) return true;
    return std::ranges::any_of(exercises, [&](const exercise::Entry& entry) {
      return entry.folder.filename() == name || (entry.exercise && entry.exercise->slug == name);
    });
  });
}

// A zip often has one folder in it that holds everything.
std::string root_of(const Tree& tree, const std::vector<exercise::Entry>& exercises) {
  std::string root;
  for (int depth = 0; depth < 3; ++depth) {
    const std::vector<std::string> names = names_in(tree, root);
    if (names.size() != 1) break;
    const std::string only = root.empty() ? names[0] : root + "/" + names[0];
    if (!is_folder(tree, only) || read_as(Layout::moodle, names[0], "") ||
        read_as(Layout::canvas, names[0], "") || read_as(Layout::gradescope, names[0], ""))
      break;
    const std::vector<std::string> inside = names_in(tree, only);
    if (inside.empty() || looks_like_answers(inside, exercises)) break;
    root = only;
  }
  return root;
}

// Canvas adds "-1", "-2" to the names of files that are handed in again.
std::string without_attempt(const std::string& file) {
  static const std::regex kAttempt(R"(^(.*)-\d+(\.[A-Za-z]+)$)");
  std::smatch part;
  return std::regex_match(file, part, kAttempt) ? part[1].str() + part[2].str() : file;
}

// How well a kernel's path fits an exercise: smaller is better; none: not at all.
std::optional<int> fit(std::string_view path, const std::string& file_name,
                       const exercise::Exercise& exercise) {
  if (file_name == exercise.student_file) return 0;
  if (file_name != "solution.cu") return std::nullopt;
  const std::string_view folder =
      path.substr(0, path.size() - std::min(path.size(), last_step(path).size() + 1));
  const std::string_view name = last_step(folder);
  const std::string numbered = exercise.folder.filename().string();
  if (name == numbered || name == exercise.slug) return 1;
  return std::nullopt;
}

struct Candidate {
  const File* file;
  std::string inside;  // the path in the submission
  std::string name;    // of the file, as its student called it
};

bool answers_another(const Candidate& candidate, const exercise::Exercise& exercise,
                     const std::vector<exercise::Entry>& exercises) {
  return std::ranges::any_of(exercises, [&](const exercise::Entry& other) {
    return other.exercise && other.exercise->slug != exercise.slug &&
           fit(candidate.inside, candidate.name, *other.exercise);
  });
}

Answer answer_to(const exercise::Exercise& exercise, const std::vector<Candidate>& candidates,
                 const std::vector<exercise::Entry>& exercises, std::set<const File*>& used) {
  std::vector<std::pair<std::pair<int, size_t>, const Candidate*>> found;
  for (const Candidate& candidate : candidates)
    if (const std::optional<int> rank = fit(candidate.inside, candidate.name, exercise)) {
      found.push_back({{*rank, steps(candidate.inside)}, &candidate});
      used.insert(candidate.file);
    }
  if (found.empty()) {
    std::vector<std::string_view> names;
    for (const Candidate& candidate : candidates)
      if (!answers_another(candidate, exercise, exercises)) names.push_back(candidate.name);
    const std::string meant = exercise::did_you_mean(exercise.student_file, names);
    return {"", Error{fmt::format("{} is missing{}", exercise.student_file,
                                  meant.empty() ? "." : meant)}};
  }
  std::ranges::stable_sort(found, {}, [](const auto& f) { return f.first; });
  const auto& best = found.front();
  const File& file = *best.second->file;
  for (size_t i = 1; i < found.size() && found[i].first == best.first; ++i) {
    const File& other = *found[i].second->file;
    if (file.text && other.text && *file.text == *other.text) continue;
    return {file.path, Error{fmt::format("Two files may be meant, {} and {}; hand in one.",
                                         best.second->inside, found[i].second->inside)}};
  }
  return {file.path, file.text, file.modified};
}

using Parts = std::vector<std::pair<std::string, Read>>;

// Which of `files` are this submission's: for Canvas each part is a name of its own in the root.
std::vector<Candidate> candidates_of(const std::vector<File>& files, const Parts& parts) {
  std::vector<Candidate> candidates;
  for (const auto& [path, read] : parts)
    for (const File& file : files) {
      if (file.path == path) {
        const std::string own = read.file.empty() ? std::string(last_step(path)) : read.file;
        candidates.push_back({&file, own, without_attempt(own)});
      } else if (is_below(file.path, path)) {
        const std::string inside(below(file.path, path));
        candidates.push_back({&file, inside, std::string(last_step(inside))});
      }
    }
  return candidates;
}

// The one nearest to the top: beside the kernels, not in a copy of them somewhere below.
Answer predictions_among(std::vector<Candidate> candidates) {
  std::erase_if(candidates, [](const Candidate& one) { return one.name != kPredictionsFile; });
  if (candidates.empty()) return {};
  std::ranges::stable_sort(candidates, {}, [](const Candidate& one) { return steps(one.inside); });
  const Candidate& best = candidates.front();
  const File& file = *best.file;
  for (const Candidate& other : candidates) {
    if (steps(other.inside) > steps(best.inside)) break;
    if (&other == &best || (file.text && other.file->text && *file.text == *other.file->text))
      continue;
    return {file.path, Error{fmt::format("Two files may be meant, {} and {}; hand in one.",
                                         best.inside, other.inside)}};
  }
  return {file.path, file.text, file.modified};
}

void find_answers(Submission& submission, const Tree& tree, const Parts& parts,
                  const std::vector<exercise::Entry>& exercises) {
  const std::vector<Candidate> candidates = candidates_of(tree.kernels, parts);
  submission.predictions = predictions_among(candidates_of(tree.predictions, parts));
  for (const auto& [path, read] : parts) {
    for (const Trouble& trouble : tree.troubles)
      if (trouble.path == path || is_below(trouble.path, path))
        submission.troubles.push_back(trouble);
  }
  std::set<const File*> used;
  int64_t newest = 0;
  for (const exercise::Entry& entry : exercises) {
    if (!entry.exercise) continue;
    Answer answer = answer_to(*entry.exercise, candidates, exercises, used);
    // Where the whole submission cannot be read nobody knows that a file is missing.
    for (const auto& [path, read] : parts)
      if (const auto why = std::ranges::find(tree.troubles, path, &Trouble::path);
          answer.path.empty() && why != tree.troubles.end())
        answer = {path, Error{why->sentence}};
    newest = std::max(newest, answer.modified);
    submission.answers.insert_or_assign(entry.exercise->slug, std::move(answer));
  }
  for (const Candidate& candidate : candidates)
    if (!used.contains(candidate.file)) submission.unused.push_back(candidate.inside);
  if (newest > 0 && !submission.submitted) {
    submission.submitted = newest;
    submission.submitted_by = "the file's date";
  }
}

// True: a row of the list is about it; `used` gets the numbers of those that are.
bool add_what_is_known(Submission& submission, const std::vector<KnownStudent>& students,
                       const std::map<std::string, Metadata>& metadata, std::set<size_t>& used) {
  const std::string folder(last_step(submission.path));
  if (const auto found = metadata.find(folder); found != metadata.end()) {
    const Metadata& known = found->second;
    if (!known.id.empty()) submission.student = known.id;
    if (!known.name.empty()) submission.name = known.name;
    submission.email = known.email;
    if (known.submitted) {
      submission.submitted = known.submitted;
      submission.submitted_by = "submission_metadata.yml";
    }
  }
  // What a row calls a student is no name by which the next row could mean them.
  const std::string called = submission.student;
  bool is_listed = false;
  for (size_t i = 0; i < students.size(); ++i) {
    const KnownStudent& known = students[i];
    const bool meant = known.folder.empty() ? known.id == called
                                            : known.folder == folder || known.folder == called;
    if (!meant) continue;
    is_listed = true;
    used.insert(i);
    if (!known.id.empty()) submission.student = known.id;
    if (!known.name.empty()) submission.name = known.name;
    if (!known.email.empty()) submission.email = known.email;
    if (known.submitted) {
      submission.submitted = known.submitted;
      submission.submitted_by = "students.csv";
    }
  }
  return is_listed;
}

// "ann, bob and 3 more".
std::string some_of(const std::vector<std::string>& names) {
  constexpr size_t kMost = 10;
  std::string text;
  for (size_t i = 0; i < std::min(names.size(), kMost); ++i)
    text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kMost) text += fmt::format(" and {} more", names.size() - kMost);
  return text;
}

// A list and a class that do not fit: a name may be written in two ways, and then a submission's
// student or time is not what the list says.
void compare_with_list(const std::vector<KnownStudent>& students, const std::set<size_t>& used,
                       const std::vector<std::string>& not_listed, Submissions& read) {
  std::vector<std::string> without;
  for (size_t i = 0; i < students.size(); ++i)
    if (!used.contains(i))
      without.push_back(students[i].folder.empty() ? students[i].id : students[i].folder);
  if (!without.empty())
    read.troubles.push_back(
        {"students.csv",
         fmt::format(
             "{} in the list, and handed in nothing by that name, so that "
             "marks have no line for them: {}.",
             without.size() == 1 ? "1 student is" : fmt::format("{} students are", without.size()),
             some_of(without))});
  if (!students.empty() && !not_listed.empty())
    read.troubles.push_back(
        {"students.csv",
         fmt::format("{} not in the list, and keep the names of what was handed in: {}.",
                     not_listed.size() == 1 ? "1 submission is"
                                            : fmt::format("{} submissions are", not_listed.size()),
                     some_of(not_listed))});
}

// What is known of students.
bool is_list(std::string_view name) { return name.ends_with(".csv") || name.ends_with(".yml"); }

}  // namespace

const std::string* list_in(const Tree& tree, const std::vector<exercise::Entry>& exercises,
                           const std::string& name) {
  return list_around(tree, root_of(tree, exercises), name);
}

std::string_view name_of(Layout layout) { return kLayoutNames[static_cast<size_t>(layout)]; }

Submissions read_submissions(const Tree& tree, const std::vector<exercise::Entry>& exercises,
                             const std::vector<KnownStudent>& students) {
  Submissions read;
  read.root = root_of(tree, exercises);
  const std::vector<std::string> names = names_in(tree, read.root);
  const Understood understood = understand(tree, read.root, names);
  read.layout = understood.layout;
  std::map<std::string, Metadata> metadata;
  if (const std::string* list = list_around(tree, read.root, "submission_metadata.yml"))
    metadata = read_metadata(*list);

  // Several names are one student's where the system hands out file by file.
  std::map<std::string, std::vector<std::pair<std::string, Read>>> parts;
  std::vector<std::string> order;
  for (const std::string& name : names) {
    const std::string path = read.root.empty() ? name : read.root + "/" + name;
    const auto trouble = std::ranges::find(tree.troubles, path, &Trouble::path);
    if (is_list(name)) {
      if (trouble != tree.troubles.end()) read.troubles.push_back(*trouble);
      continue;
    }
    const std::optional<Read> part = read_as(read.layout, name, understood.prefix);
    const bool may_be_a_file = read.layout == Layout::canvas;
    if (!part || (!may_be_a_file && !is_folder(tree, path))) {
      // Why a file was not taken says more than that nothing is left of its folder. A path from the
      // root of a disk has no first folder.
      const auto inside = std::ranges::find_if(tree.troubles, [&](const Trouble& one) {
        return one.path == path || is_below(one.path, path) ||
               (name.empty() && one.path.starts_with('/'));
      });
      if (inside != tree.troubles.end()) read.troubles.push_back(*inside);
      else
        read.troubles.push_back(
            {path, fmt::format("This is nobody's submission by the names of {}; it was not graded.",
                               name_of(read.layout))});
      continue;
    }
    if (!parts.contains(part->student)) order.push_back(part->student);
    parts[part->student].push_back({path, *part});
  }
  std::set<std::string> taken;
  std::set<size_t> used;
  std::vector<std::string> not_listed;
  for (const std::string& student : order) {
    Submission submission;
    const auto& of = parts[student];
    submission.student = student;
    submission.name = of.front().second.name;
    submission.path = of.front().first;
    for (const auto& part : of) submission.marked_late |= part.second.late;
    if (!add_what_is_known(submission, students, metadata, used))
      not_listed.push_back(submission.student);
    find_answers(submission, tree, of, exercises);
    if (!taken.insert(submission.student).second) {
      read.troubles.push_back(
          {submission.path, fmt::format("The student \"{}\" has two submissions, and this one was "
                                        "not graded.",
                                        submission.student)});
      continue;
    }
    read.submissions.push_back(std::move(submission));
  }
  compare_with_list(students, used, not_listed, read);
  for (const std::string& path : tree.others) {
    if (path.substr(0, path.size() - last_step(path).size()) !=
        (read.root.empty() ? "" : read.root + "/"))
      continue;  // beside what a student has handed in
    const std::optional<Read> part =
        read_as(read.layout, std::string(last_step(path)), understood.prefix);
    if (is_list(path) || (part && taken.contains(part->student))) continue;
    read.troubles.push_back(
        {path,
         "This is no kernel, no folder and no zip, so it was not read. If it is "
         "somebody's submission, unpack it."});
  }
  std::ranges::sort(read.submissions, {}, &Submission::student);
  return read;
}

namespace {

bool is_same(const Answer& one, const Answer& other) {
  return one.text ? other.text && *one.text == *other.text : !other.text;
}

std::string changed(const Submission& of, const Answer& was, const Answer& is) {
  return fmt::format(
      "{}: {} changed while the class was graded; what was read at the beginning was graded. "
      "The same command grades what is there now.",
      of.student, was.path.empty() ? is.path : was.path);
}

}  // namespace

std::vector<std::string> changes_between(const Submissions& before, const Submissions& after) {
  std::vector<std::string> changes;
  for (const Submission& was : before.submissions) {
    const auto now = std::ranges::find(after.submissions, was.student, &Submission::student);
    if (now == after.submissions.end()) {
      changes.push_back(fmt::format(
          "{}: the submission went away while the class was graded; what was read at the beginning "
          "was graded.",
          was.student));
      continue;
    }
    for (const auto& [slug, answer] : was.answers) {
      const auto other = now->answers.find(slug);
      if (other != now->answers.end() && !is_same(answer, other->second))
        changes.push_back(changed(was, answer, other->second));
    }
    if (!is_same(was.predictions, now->predictions))
      changes.push_back(changed(was, was.predictions, now->predictions));
  }
  return changes;
}

}  // namespace warplab::course
