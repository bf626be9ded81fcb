#include "course/marks.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace warplab::course {
namespace {

constexpr std::string_view kStateNames[] = {"graded", "missing", "unreadable", "not_graded",
                                            "waiting"};

// Everything of the journal that marks are made of, found by student and exercise.
struct Book {
  About about;
  std::map<std::pair<std::string, std::string>, const AnswerRow*> answers;
  std::map<std::pair<std::string, std::string>, std::vector<const Attempt*>> attempts;
  std::map<std::string, const NotGradedRow*> not_graded;
  std::map<std::string, std::shared_ptr<const nlohmann::json>>
      results;  // by key, as far as they were asked
};

// Of an AnswerRow or an Attempt.
template <class Row>
std::string key_of(const Book& book, const Row& row) {
  const std::optional<Key> key = book.about.key_of(row.slug, row.file_hash, row.predictions_hash);
  return key ? key->text() : "";
}

Result<std::shared_ptr<const nlohmann::json>> result_of(const Journal& journal, Book& book,
                                                        const std::string& key) {
  if (const auto found = book.results.find(key); found != book.results.end()) return found->second;
  const Result<std::optional<StoredResult>> stored = journal.result(key);
  if (!stored) return Error{stored.error()};
  std::shared_ptr<const nlohmann::json> json;
  if (*stored) {
    nlohmann::json parsed = nlohmann::json::parse((*stored)->json, nullptr, false);
    if (parsed.is_discarded())
      return Error{"The journal holds a result that cannot be read; it is damaged."};
    json = std::make_shared<const nlohmann::json>(std::move(parsed));
  }
  book.results[key] = json;
  return json;
}

double score_in(const nlohmann::json& result) {
  const auto score = result.find("score");
  return score != result.end() && score->is_number() ? score->get<double>() : 0;
}

// Puts the attempt's result in where it is better than what is there.
void consider(Mark& mark, const CourseExercise& exercise, const Attempt& attempt,
              std::shared_ptr<const nlohmann::json> result) {
  const Lateness late = lateness(exercise.deadline, attempt.submitted);
  const double score = score_in(*result), earned = score * late.factor * exercise.points;
  if (mark.state == MarkState::graded && earned < mark.earned) return;
  mark.state = MarkState::graded;
  mark.sentence.clear();
  mark.score = score;
  mark.days_late = late.days;
  mark.factor = late.factor;
  mark.earned = earned;
  mark.path = attempt.path;
  mark.file_hash = attempt.file_hash;
  mark.predictions_hash = attempt.predictions_hash;
  mark.result = std::move(result);
}

// The state of what is handed in now, where no result of it is known.
void say_why_not(Mark& mark, const AnswerRow* answer, const Book& book) {
  if (!answer || (answer->path.empty() && answer->file_hash.empty())) {
    mark.state = MarkState::missing;
    mark.sentence = answer ? answer->sentence : "";
  } else if (answer->file_hash.empty()) {
    mark.state = MarkState::unreadable;
    mark.sentence = answer->sentence;
  } else if (const auto trouble = book.not_graded.find(key_of(book, *answer));
             trouble != book.not_graded.end()) {
    mark.state = MarkState::not_graded;
    mark.sentence = trouble->second->sentence;
  }
  if (answer) mark.path = answer->path;
}

Result<Mark> mark_of(const Journal& journal, Book& book, const CourseFile& course,
                     const CourseExercise& exercise, const std::string& student) {
  Mark mark;
  mark.slug = exercise.slug;
  mark.possible = exercise.points;
  const std::pair<std::string, std::string> place{student, exercise.slug};
  const auto answer = book.answers.find(place);
  const AnswerRow* const now = answer == book.answers.end() ? nullptr : answer->second;
  say_why_not(mark, now, book);
  for (const Attempt* attempt : book.attempts[place]) {
    const Result<std::shared_ptr<const nlohmann::json>> result =
        result_of(journal, book, key_of(book, *attempt));
    if (!result) return Error{result.error()};
    if (!*result) continue;
    mark.history.push_back({score_in(**result), attempt->submitted});
    if (course.counts == Counts::last && (!now || attempt->file_hash != now->file_hash ||
                                          attempt->predictions_hash != now->predictions_hash))
      continue;
    ++mark.attempts;
    consider(mark, exercise, *attempt, *result);
  }
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
  for (const Attempt& row : *attempts) book.attempts[{row.student, row.slug}].push_back(&row);
  for (const NotGradedRow& row : *not_graded) book.not_graded[row.key] = &row;

  Marks marks;
  marks.course = course;
  marks.about = book.about;
  for (const StudentRow& row : *students) {
    StudentMarks of{row, {}, 0, 0, true};
    for (const CourseExercise& exercise : course.exercises) {
      Result<Mark> mark = mark_of(journal, book, course, exercise, row.student);
      if (!mark) return Error{mark.error()};
      if (!mark->file_hash.empty() && !marks.sources.contains(mark->file_hash)) {
        Result<std::string> source = journal.source(mark->file_hash);
        if (!source) return Error{source.error()};
        marks.sources[mark->file_hash] = std::move(*source);
      }
      of.earned += mark->earned;
      of.possible += mark->possible;
      if (mark->state == MarkState::not_graded || mark->state == MarkState::waiting)
        of.complete = false;
      of.marks.push_back(std::move(*mark));
    }
    marks.students.push_back(std::move(of));
  }
  return marks;
}

}  // namespace warplab::course
