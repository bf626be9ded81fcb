#include "course/marks.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace warplab::course {
namespace {

constexpr std::string_view kStateNames[] = {"graded", "missing", "unreadable", "not_graded",
                                            "waiting"};

// A result, and what made it; null: there is none.
struct Kept {
  std::shared_ptr<const nlohmann::json> json;
  std::string programs, key;
};

// Everything of the journal that marks are made of, found by student, or owner, and exercise.
struct Book {
  About about;
  std::map<std::pair<std::string, std::string>, const AnswerRow*> answers;
  std::map<std::pair<std::string, std::string>, std::vector<const Attempt*>> attempts;
  std::map<std::string, const NotGradedRow*> not_graded;
  std::map<std::string, Kept> results;  // by key, as far as they were asked
};

// Of an AnswerRow or an Attempt.
template <class Row>
std::optional<Key> key_of(const Book& book, const Row& row) {
  return book.about.key_of(row.slug, row.file_hash, row.predictions_hash);
}

Result<Kept> result_of(const Journal& journal, Book& book, const Attempt& attempt) {
  const std::optional<Key> key = key_of(book, attempt);
  if (!key) return Kept();
  const std::string text = key->text();
  if (const auto found = book.results.find(text); found != book.results.end()) return found->second;
  Result<std::optional<StoredResult>> stored = journal.result(text);
  if (stored && !*stored && book.about.keep_old) stored = journal.result_of_others(*key);
  if (!stored) return Error{stored.error()};
  Kept kept;
  if (*stored) {
    nlohmann::json parsed = nlohmann::json::parse((*stored)->json, nullptr, false);
    if (is_result(parsed, attempt.slug)) {  // what is none is graded again
      kept.json = std::make_shared<const nlohmann::json>(std::move(parsed));
      kept.programs = (*stored)->programs;
      kept.key = (*stored)->key;
    }
  }
  book.results[text] = kept;
  return kept;
}

double score_in(const nlohmann::json& result) {
  const auto score = result.find("score");
  return score != result.end() && score->is_number() ? score->get<double>() : 0;
}

// Puts the attempt's result in where it is better than what is there.
void consider(Mark& mark, const CourseExercise& exercise, const Attempt& attempt, Kept kept) {
  const Lateness late = lateness(exercise.deadline, attempt.submitted, attempt.marked_late);
  const double score = score_in(*kept.json), earned = score * late.factor * exercise.points;
  if (mark.state == MarkState::graded && earned < mark.earned) return;
  mark.state = MarkState::graded;
  mark.sentence.clear();
  mark.score = score;
  mark.attempt = mark.history.size();
  mark.submitted = attempt.submitted;
  mark.days_late = late.days;
  mark.factor = late.factor;
  mark.earned = earned;
  mark.path = attempt.path;
  mark.file_hash = attempt.file_hash;
  mark.predictions_hash = attempt.predictions_hash;
  mark.result = std::move(kept.json);
  mark.programs = std::move(kept.programs);
  mark.key = std::move(kept.key);
}

// The state of what is handed in now, where no result of it is known.
void say_why_not(Mark& mark, const AnswerRow* answer, const Book& book) {
  if (!answer || (answer->path.empty() && answer->file_hash.empty())) {
    mark.state = MarkState::missing;
    mark.sentence = answer ? answer->sentence : "";
  } else if (answer->file_hash.empty()) {
    mark.state = MarkState::unreadable;
    mark.sentence = answer->sentence;
  } else if (const std::optional<Key> key = key_of(book, *answer)) {
    const auto trouble = book.not_graded.find(key->text());
    if (trouble != book.not_graded.end()) {
      mark.state = MarkState::not_graded;
      mark.sentence = trouble->second->sentence;
    }
  }
  if (answer) mark.path = answer->path;
}

Result<Mark> mark_of(const Journal& journal, Book& book, const CourseFile& course,
                     const CourseExercise& exercise, const StudentRow& student) {
  Mark mark;
  mark.slug = exercise.slug;
  mark.possible = exercise.points;
  const auto answer = book.answers.find({student.student, exercise.slug});
  const AnswerRow* const now = answer == book.answers.end() ? nullptr : answer->second;
  say_why_not(mark, now, book);
  for (const std::string& owner : Journal::owners_of(student))
    for (const Attempt* attempt : book.attempts[{owner, exercise.slug}]) {
      Result<Kept> kept = result_of(journal, book, *attempt);
      if (!kept) return Error{kept.error()};
      if (!kept->json) continue;
      mark.history.push_back({score_in(*kept->json), attempt->submitted});
      if (course.counts == Counts::last && (!now || attempt->file_hash != now->file_hash ||
                                            attempt->predictions_hash != now->predictions_hash))
        continue;
      ++mark.attempts;
      consider(mark, exercise, *attempt, std::move(*kept));
    }
  mark.has_points = mark.state == MarkState::graded || mark.state == MarkState::missing ||
                    (mark.state == MarkState::unreadable && course.unreadable == Unreadable::zero);
  return mark;
}

}  // namespace

std::string_view name_of(MarkState state) { return kStateNames[static_cast<size_t>(state)]; }

Result<Marks> marks_of(const Journal& journal, const CourseFile& course) {
  const Result<std::optional<About>> about = journal.about();
  if (!about) return Error{about.error()};
  const Result<std::vector<StudentRow>> students = journal.students();
  const Result<std::vector<AnswerRow>> answers = journal.answers();
  const Result<std::vector<Attempt>> attempts = journal.attempts();
  const Result<std::vector<NotGradedRow>> not_graded = journal.not_graded();
  if (!students) return Error{students.error()};
  if (!answers) return Error{answers.error()};
  if (!attempts) return Error{attempts.error()};
  if (!not_graded) return Error{not_graded.error()};
  Book book;
  if (*about) book.about = **about;
  for (const AnswerRow& row : *answers) book.answers[{row.student, row.slug}] = &row;
  for (const Attempt& row : *attempts) book.attempts[{row.owner, row.slug}].push_back(&row);
  for (const NotGradedRow& row : *not_graded) book.not_graded[row.key] = &row;

  Marks marks;
  marks.course = course;
  marks.about = book.about;
  for (const StudentRow& row : *students) {
    StudentMarks of{row, {}, 0, 0, true};
    for (const CourseExercise& exercise : course.exercises) {
      Result<Mark> mark = mark_of(journal, book, course, exercise, row);
      if (!mark) return Error{mark.error()};
      if (!mark->file_hash.empty() && !marks.sources.contains(mark->file_hash)) {
        Result<std::string> source = journal.source(mark->file_hash);
        if (!source) return Error{source.error()};
        marks.sources[mark->file_hash] = std::move(*source);
      }
      of.earned += mark->earned;
      of.possible += mark->possible;
      of.complete = of.complete && mark->has_points;
      of.marks.push_back(std::move(*mark));
    }
    marks.students.push_back(std::move(of));
  }
  return marks;
}

}  // namespace warplab::course
