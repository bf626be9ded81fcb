#include "course_reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "base/printable.hpp"
#include "base/words.hpp"
#include "course/format.hpp"
#include "course/marks.hpp"
#include "course/students.hpp"
#include "exercise/sha256.hpp"
#include "output_file.hpp"
#include "streams.hpp"
#include "verdict/plan/read_source.hpp"

namespace warplab::grader {
namespace fs = std::filesystem;
namespace {

// "Handed in 2 days late, on 2026-12-03T10:00:00Z: 6.4 of its 8 points are left."; "": in time.
std::string late_sentence(const course::Mark& mark) {
  if (mark.days_late == 0) return {};
  const double without = mark.score * mark.possible;
  const std::string left = course::points_text(mark.earned), all = course::points_text(without);
  return fmt::format(
      "Handed in {} late{}: {} of {} left.", counted(mark.days_late, "day"),
      mark.submitted ? fmt::format(", on {}", course::time_text(*mark.submitted)) : "", left,
      all == "1" ? "its 1 point is" : fmt::format("its {} points are", all));
}

// A student's marks as a card. What was not handed in has 0 points; what could not be graded has
// none.
ReportCard card_of(const course::StudentMarks& of, const course::About& about,
                   course::ShowHidden show) {
  ReportCard card{of.student.student, of.student.name, about.version, {}};
  for (const course::Mark& mark : of.marks) {
    CardExercise exercise;
    if (mark.result) exercise = card_exercise(*mark.result, show);
    if (exercise.title.empty()) {
      exercise.slug = exercise.title = mark.slug;
      for (const course::About::Exercise& known : about.exercises)
        if (known.slug == mark.slug) exercise.title = known.title;
    }
    if (!mark.result) {
      exercise.verdict = mark.has_points ? "fail" : "not_checked";
      exercise.error = mark.sentence.empty() ? "It was not graded yet." : mark.sentence;
      if (mark.has_points) exercise.score = 0;
    }
    exercise.late = late_sentence(mark);
    exercise.earned = mark.earned;
    exercise.possible = mark.possible;
    card.exercises.push_back(std::move(exercise));
  }
  return card;
}

bool ends_in_letters_of_its_own(const std::string& name, size_t letters) {
  return name.size() > letters && name[name.size() - letters - 1] == '-' &&
         name.find_first_not_of("0123456789abcdef", name.size() - letters) == std::string::npos;
}

// A student's name as that of a folder. Names that differ may look the same without their slashes
// and control characters, and nobody may get the report of somebody else: such a name gets letters
// that are its own, the same at every run, and so does one that looks as if it had some.
std::string folder_name(const std::string& student) {
  std::string name = printable(student);
  std::ranges::replace(name, '/', '_');
  if (name.find_first_not_of('.') == std::string::npos) name = "_" + name;
  constexpr size_t kLetters = 16, kLongest = 200;  // a disk takes 255 bytes
  if (name.size() > kLongest) {
    size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
    name.resize(end);
  }
  if (name != student || ends_in_letters_of_its_own(name, kLetters))
    name += "-" + exercise::hex_text(exercise::sha256(student)).substr(0, kLetters);
  return name;
}

// Whose feedback it is. Moodle finds a student by a folder's name of this form, in a zip of all.
std::string feedback_owner(const course::StudentRow& student, const course::About& about) {
  const std::string number = course::moodle_participant(student, about);
  if (number.empty()) return student.student;
  std::string name = student.name.empty() ? "student" : student.name;
  std::ranges::replace(name, '_', ' ');
  return fmt::format("{}_{}_assignfeedback_file", name, number);
}

std::string json_line(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
}

// Whose report it is, and of which attempts.
std::string subject_of(const course::StudentMarks& of) {
  nlohmann::ordered_json exercises = nlohmann::ordered_json::array();
  for (const course::Mark& mark : of.marks)
    exercises.push_back(
        {{"exercise", mark.slug}, {"attempt", mark.attempt}, {"file", mark.file_hash}});
  return json_line({{"student", of.student.student}, {"exercises", std::move(exercises)}});
}

// Writes reports; what cannot be written is said, each thing once, and the rest goes on.
class Writer {
 public:
  explicit Writer(const std::optional<SecretKey>& key) : key_(key) {}

  // `subject`: what it is about, for the signature.
  bool write(const fs::path& file, const std::string& text, const std::string& subject) {
    return done(write_whole(file, text)) &&
           (!key_ || done(write_whole(signature_file(file), key_->sign(text, subject))));
  }
  // False: there is none and it cannot be made.
  bool folder(const fs::path& folder) {
    std::error_code why;
    fs::create_directories(folder, why);
    if (why) say(fmt::format("The folder {} cannot be made: {}.", folder.string(), why.message()));
    return !why;
  }
  bool wrote_all() const { return wrote_all_; }
  void say(const std::string& sentence) {
    wrote_all_ = false;
    // A full disk would be said once for each student.
    constexpr size_t kMostLines = 20;
    if (++said_ <= kMostLines) complain(sentence);
    if (said_ == kMostLines + 1) complain("More reports could not be written.");
  }

 private:
  bool done(const Result<bool>& written) {
    if (!written) say(written.error());
    return bool(written);
  }
  const std::optional<SecretKey>& key_;
  bool wrote_all_ = true;
  size_t said_ = 0;
};

void write_cards(const course::Marks& marks, const CourseOptions& options, course::ShowHidden show,
                 Writer& writer) {
  if (options.cards.empty()) return;
  for (const course::StudentMarks& of : marks.students) {
    const ReportCard card = card_of(of, marks.about, show);
    const fs::path folder = options.results / "students" / folder_name(of.student.student);
    if (!writer.folder(folder)) continue;
    for (const CardFormat* format : options.cards)
      writer.write(folder / format->file, format->write(card), subject_of(of));
  }
}

// What is said of one student's files; `without`: how many were graded before anybody asked for it.
Result<Feedbacks> feedback_on(const course::StudentMarks& of, const course::Journal& journal,
                              size_t& without) {
  Feedbacks sections;
  for (const course::Mark& mark : of.marks) {
    if (mark.state != course::MarkState::graded) continue;
    Result<std::optional<course::FeedbackText>> text = journal.feedback(mark.key);
    if (!text) return Error{text.error()};
    if (*text) sections[mark.slug] = std::move(**text);
    else ++without;
  }
  return sections;
}

Result<bool> write_feedback(const course::Marks& marks, const course::Journal& journal,
                            const CourseOptions& options, course::ShowHidden show, Writer& writer) {
  if (options.feedback.empty()) return true;
  size_t without = 0;
  for (const course::StudentMarks& of : marks.students) {
    const Result<Feedbacks> sections = feedback_on(of, journal, without);
    if (!sections) return Error{sections.error()};
    const ReportCard card = card_of(of, marks.about, show);
    const fs::path folder =
        options.results / "feedback" / folder_name(feedback_owner(of.student, marks.about));
    if (!writer.folder(folder)) continue;
    for (const FeedbackFormat* format : options.feedback)
      writer.write(folder / format->file, format->write(card, *sections), subject_of(of));
  }
  if (without > 0)
    writer.say(
        fmt::format("{} answers were graded without feedback; `grader course run` with the "
                    "same --format makes it.",
                    without));
  return true;
}

// Starters, solutions and references, as far as they can be read: what is the same as them is
// nobody's copy.
void read_given(const Course& course, course::Marks& marks) {
  for (const exercise::Entry& entry : course.all) {
    const exercise::Exercise& exercise = *entry.exercise;
    for (const fs::path& file : {entry.folder / exercise.student_file,
                                 course.solutions / entry.folder.filename() / "solution.cu"})
      if (const Result<std::string> text = verdict::read_source(file))
        marks.given[exercise.slug].push_back(*text);
    if (exercise.reference_file.empty()) continue;
    if (const Result<std::string> text =
            verdict::read_source(entry.folder / exercise.reference_file)) {
      marks.given[exercise.slug].push_back(*text);
      marks.references[exercise.slug] = *text;
    }
  }
}

// Why answers could not be graded, the most frequent reasons first.
std::string reasons_in(const course::Marks& marks) {
  std::map<std::string, size_t> counts;
  for (const course::StudentMarks& of : marks.students)
    for (const course::Mark& mark : of.marks)
      if (mark.state == course::MarkState::not_graded) ++counts[mark.sentence];
  std::vector<std::pair<std::string, size_t>> reasons(counts.begin(), counts.end());
  std::ranges::stable_sort(reasons, std::greater(), &std::pair<std::string, size_t>::second);
  constexpr size_t kMost = 3;
  std::string text;
  for (size_t i = 0; i < std::min(reasons.size(), kMost); ++i)
    text += fmt::format("  {} {}: {}\n", reasons[i].second,
                        reasons[i].second == 1 ? "time" : "times", printable(reasons[i].first));
  if (reasons.size() > kMost)
    text += fmt::format("  and {} other reasons, with the student\n", reasons.size() - kMost);
  return text;
}

std::string summary_of(const course::Marks& marks) {
  size_t missing = 0, unreadable = 0, not_graded = 0, waiting = 0, graded = 0;
  for (const course::StudentMarks& of : marks.students)
    for (const course::Mark& mark : of.marks) {
      graded += mark.state == course::MarkState::graded;
      missing += mark.state == course::MarkState::missing;
      unreadable += mark.state == course::MarkState::unreadable;
      not_graded += mark.state == course::MarkState::not_graded;
      waiting += mark.state == course::MarkState::waiting;
    }
  std::string text = fmt::format("{}: {} graded", counted(marks.students.size(), "student"),
                                 counted(graded, "answer"));
  const auto add = [&](size_t count, const char* what) {
    if (count > 0) text += fmt::format(", {} {}", count, what);
  };
  add(missing, "missing");
  add(unreadable, "that cannot be read");
  add(not_graded, "that could not be graded");
  add(waiting, "not graded yet");
  return text + ".\n" + reasons_in(marks);
}

}  // namespace

Result<bool> write_whole(const fs::path& file, const std::string& text) {
  Result<OutputFile> output = OutputFile::create(file);
  if (!output) return Error{output.error()};
  return output->replace(text);
}

Result<bool> write_reports(const course::Journal& journal, const Course& course,
                           const CourseOptions& options) {
  Result<course::Marks> marks = course::marks_of(journal, course.file);
  if (!marks) return Error{marks.error()};
  read_given(course, *marks);
  const course::ShowHidden show = course.hidden.show_at(std::time(nullptr));
  Writer writer(course.key);
  const std::string subject =
      json_line({{"class", marks->course.title}, {"students", marks->students.size()}});
  std::string written;
  for (const course::CourseFormat* format : options.formats)
    if (const fs::path file = options.results / format->file;
        writer.write(file, format->write(*marks), subject))
      written += fmt::format("  {}\n", file.string());
  write_cards(*marks, options, show, writer);
  if (const Result<bool> done = write_feedback(*marks, journal, options, show, writer); !done)
    return done;
  print(summary_of(*marks));
  print(written);
  for (const CardFormat* format : options.cards)
    print(fmt::format("  {}\n", (options.results / "students" / "*" / format->file).string()));
  for (const FeedbackFormat* format : options.feedback)
    print(fmt::format("  {}\n", (options.results / "feedback" / "*" / format->file).string()));
  return writer.wrote_all();
}

}  // namespace warplab::grader
