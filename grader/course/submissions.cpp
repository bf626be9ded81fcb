#include "course/submissions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>

#include "base/words.hpp"
#include "course/paths.hpp"
#include "exercise/spelling.hpp"

namespace warplab::course {
namespace {

// As the window calls it.
constexpr std::string_view kPredictionsFile = "predictions.json";

// Canvas adds "-1", "-2" to the names of files that are handed in again.
std::string without_attempt(const std::string& file) {
  static const std::regex kAttempt(R"(^(.*)-\d+(\.[A-Za-z]+)$)");
  std::smatch part;
  return std::regex_match(file, part, kAttempt) ? part[1].str() + part[2].str() : file;
}

struct Candidate {
  const File* file;
  std::string inside;  // the path in the submission
  std::string name;    // of the file, as its student called it
  bool late = false;   // its place is marked so
};

std::vector<Candidate> candidates_of(const std::vector<File>& files,
                                     const std::vector<Place>& places) {
  std::vector<Candidate> candidates;
  for (const Place& place : places)
    for (const File& file : files) {
      if (file.path == place.path) {
        const std::string own =
            place.file.empty() ? std::string(last_step(place.path)) : place.file;
        candidates.push_back({&file, own, without_attempt(own), place.late});
      } else if (is_below(file.path, place.path)) {
        const std::string inside(below(file.path, place.path));
        candidates.push_back({&file, inside, std::string(last_step(inside)), place.late});
      }
    }
  return candidates;
}

// Of "copy.cu": "copy (1).cu", "Copy.cu.txt", "kim-copy.cpp", and not "copy_twice.cu".
bool is_nearly(std::string_view name, std::string_view expected) {
  const std::string stem = in_small_letters(std::string(expected.substr(0, expected.rfind('.'))));
  const std::string small = in_small_letters(std::string(name));
  for (size_t at = small.find(stem); at != std::string::npos; at = small.find(stem, at + 1)) {
    const size_t end = at + stem.size();
    if ((at == 0 || !is_word_character(small[at - 1])) &&
        (end == small.size() || !is_word_character(small[end])))
      return true;
  }
  return false;
}

// Reads the answers of what was handed in together.
class AnswerReader {
 public:
  AnswerReader(const Handout& handout, const Group& group, const Reading& reading)
      : reading_(reading), group_(group), files_(handout, paths_of(group), reading.limits) {}

  Submission read() {
    Submission read;
    if (!group_.places.empty()) read.path = group_.places.front().path;
    read.troubles = files_.troubles();
    const std::vector<Candidate> candidates = candidates_of(files_.kernels(), group_.places);
    std::set<const File*> used;
    for (const exercise::Entry& entry : reading_.exercises)
      if (entry.exercise)
        read.answers.insert_or_assign(entry.exercise->slug,
                                      answer_to(*entry.exercise, candidates, used));
    for (const Candidate& candidate : candidates)
      if (!used.contains(candidate.file)) read.unused.push_back(candidate.inside);
    read.predictions = predictions();
    return read;
  }
  const std::string& refused() const { return files_.refused(); }

 private:
  static std::vector<std::string> paths_of(const Group& group) {
    std::vector<std::string> paths;
    for (const Place& place : group.places) paths.push_back(place.path);
    return paths;
  }

  HandedIn handed_in(const Candidate& candidate) const {
    HandedIn handed_in;
    handed_in.marked_late = candidate.late;
    if (group_.submitted) {
      handed_in.at = group_.submitted;
      handed_in.by = "submission_metadata.yml";
    } else if (const FileDate& date = candidate.file->date; date.seconds > 0) {
      handed_in.by = "the file's date";
      handed_in.at =
          date.has_zone || !reading_.zone ? date.seconds : reading_.zone->utc_of(date.seconds);
      handed_in.lacks_zone = !date.has_zone && !reading_.zone;
    }
    return handed_in;
  }

  // One answer out of the best ones, which are equally good. Where they differ none is taken.
  Answer chosen(const std::vector<const Candidate*>& best) {
    const Candidate& first = *best.front();
    Answer answer{first.file->path, files_.text(*first.file), handed_in(first)};
    for (size_t i = 1; i < best.size(); ++i) {
      const Result<std::string> other = files_.text(*best[i]->file);
      if (!answer.text || !other || *answer.text != *other) {
        answer.text = Error{fmt::format("Two files may be meant, {} and {}; hand in one.",
                                        first.inside, best[i]->inside)};
        break;
      }
      if (const HandedIn when = handed_in(*best[i]); when.at < answer.handed_in.at)
        answer.handed_in = when;  // they are one file, which was there then
    }
    return answer;
  }

  Answer answer_to(const exercise::Exercise& exercise, const std::vector<Candidate>& candidates,
                   std::set<const File*>& used) {
    std::pair<int, size_t> best_rank;
    std::vector<const Candidate*> best;
    for (const Candidate& candidate : candidates) {
      const std::optional<int> fits = fit(candidate.inside, candidate.name, exercise);
      if (!fits) continue;
      used.insert(candidate.file);
      const std::pair rank(*fits, steps(candidate.inside));
      if (best.empty() || rank < best_rank) best.clear();
      if (best.empty() || rank == best_rank) {
        best.push_back(&candidate);
        best_rank = rank;
      }
    }
    return best.empty() ? missing(exercise, candidates) : chosen(best);
  }

  // Nobody knows that a file is missing where one may lie behind what cannot be read.
  Answer missing(const exercise::Exercise& exercise, const std::vector<Candidate>& candidates) {
    for (const Trouble& trouble : files_.troubles())
      if (trouble.hides_files) {
        const std::string name(last_step(trouble.path));
        const bool is_named =
            trouble.sentence.find(name) != std::string::npos ||
            std::ranges::find(group_.places, trouble.path, &Place::path) != group_.places.end();
        return {trouble.path,
                Error{is_named ? trouble.sentence : fmt::format("{}: {}", name, trouble.sentence)},
                {}};
      }
    std::vector<std::string_view> names;
    for (const Candidate& candidate : candidates)
      if (!answers_another(candidate, exercise)) names.push_back(candidate.name);
    std::string meant = exercise::did_you_mean(exercise.student_file, names);
    const std::vector<Candidate> renamed = candidates_of(files_.renamed(), group_.places);
    for (const Candidate& candidate : renamed) names.push_back(candidate.name);
    for (const std::string_view name : names)
      if (meant.empty() && is_nearly(name, exercise.student_file))
        meant = fmt::format("; did you mean \"{}\"?", name);
    return {
        "",
        Error{fmt::format("{} is missing{}", exercise.student_file, meant.empty() ? "." : meant)},
        {},
        meant.empty()};
  }

  bool answers_another(const Candidate& candidate, const exercise::Exercise& exercise) const {
    return std::ranges::any_of(reading_.exercises, [&](const exercise::Entry& other) {
      return other.exercise && other.exercise->slug != exercise.slug &&
             fit(candidate.inside, candidate.name, *other.exercise);
    });
  }

  // The one nearest to the top: beside the kernels, not in a copy of them somewhere below.
  Answer predictions() {
    const std::vector<Candidate> candidates = candidates_of(files_.predictions(), group_.places);
    std::vector<const Candidate*> best;
    for (const Candidate& candidate : candidates) {
      if (candidate.name != kPredictionsFile) continue;
      if (!best.empty() && steps(candidate.inside) < steps(best.front()->inside)) best.clear();
      if (best.empty() || steps(candidate.inside) == steps(best.front()->inside))
        best.push_back(&candidate);
    }
    return best.empty() ? Answer() : chosen(best);
  }

  const Reading& reading_;
  const Group& group_;
  StudentFiles files_;
};

// The id that the list has for a clone "warp-lab-kim", or "": the longest that the name ends in.
std::string listed_end_of(const std::string& name, const std::vector<KnownStudent>& students) {
  std::string longest;
  for (const KnownStudent& known : students)
    if (known.folder.empty() && known.id.size() > longest.size() && name.ends_with("-" + known.id))
      longest = known.id;
  return longest;
}

// What the list says of a submission; `used` gets the numbers of its rows that are about it. False:
// none is.
bool add_what_is_known(Submission& submission, const Group& group, const ClassNames& names,
                       const TimeZone* zone, std::set<size_t>& used) {
  const std::string folder(last_step(submission.path)), called = submission.student;
  bool is_listed = false;
  for (size_t i = 0; i < names.students.size(); ++i) {
    const KnownStudent& known = names.students[i];
    const bool is_group = group.people.size() > 1;  // whose folder is nobody's own
    const bool meant = known.folder.empty()
                           ? known.id == called
                           : (known.folder == folder && !is_group) || known.folder == called ||
                                 known.folder == submission.owner;
    if (!meant) continue;
    is_listed = true;
    used.insert(i);
    if (!known.id.empty()) submission.student = known.id;
    if (!known.name.empty()) submission.name = known.name;
    if (!known.email.empty()) submission.email = known.email;
    if (!known.submitted) continue;
    const HandedIn when{known.has_zone || !zone ? *known.submitted : zone->utc_of(*known.submitted),
                        "students.csv", false, false};
    for (auto& [slug, answer] : submission.answers) answer.handed_in = when;
    submission.predictions.handed_in = when;
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

// Who it is, by the names alone.
void introduce(Submission& submission, const Person& person, const ClassNames& names) {
  submission.student = submission.owner = person.owner;
  submission.name = person.name;
  submission.email = person.email;
  if (names.layout == Layout::classroom && person.owner.starts_with(names.prefix) &&
      person.owner.size() > names.prefix.size())
    submission.student = person.owner.substr(names.prefix.size());
  else if (names.layout == Layout::folders)
    if (const std::string listed = listed_end_of(person.owner, names.students); !listed.empty())
      submission.student = listed;
}

}  // namespace

HandedIn Submission::handed_in() const {
  HandedIn newest;
  bool late = false;
  for (const auto& [slug, answer] : answers) {
    late = late || answer.handed_in.marked_late;
    if (answer.handed_in.at && (!newest.at || *answer.handed_in.at > *newest.at))
      newest = answer.handed_in;
  }
  newest.marked_late = late;
  return newest;
}

Submission read_single(const Handout& handout, const std::vector<exercise::Entry>& exercises) {
  const Group everything{{}, {{"", "", false}}, {}};
  const Reading reading{exercises, std::nullopt, nullptr, {}};
  return AnswerReader(handout, everything, reading).read();
}

Result<Submissions> read_submissions(const Handout& handout, const Reading& reading) {
  const Result<ClassNames> names = read_names(handout, reading.exercises, reading.students);
  if (!names) return Error{names.error()};
  Submissions read;
  read.layout = names->layout;
  read.root = names->root;
  read.troubles = names->troubles;
  std::set<size_t> used;
  std::vector<std::string> not_listed;
  for (const Group& group : names->groups) {
    AnswerReader reader(handout, group, reading);
    const Submission of_group = reader.read();
    if (!reader.refused().empty()) return Error{reader.refused()};
    for (const Person& person : group.people) {
      Submission submission = of_group;
      introduce(submission, person, *names);
      if (!add_what_is_known(submission, group, *names, reading.zone, used))
        not_listed.push_back(submission.student);
      read.submissions.push_back(std::move(submission));
    }
  }
  compare_with_list(names->students, used, not_listed, read);
  std::ranges::sort(read.submissions, {}, &Submission::student);
  const auto twice = std::ranges::adjacent_find(read.submissions, {}, &Submission::student);
  if (twice != read.submissions.end())
    return Error{fmt::format(
        "Two submissions are those of the student \"{}\", {} and {}; students.csv can say who is "
        "who.",
        twice->student, twice->path, std::next(twice)->path)};
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
