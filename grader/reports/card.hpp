#pragma once
// One student's results in the form that reports for course systems are made of: from a run, or
// from the journal of a course.
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "course/hidden_file.hpp"
#include "course/timed_on.hpp"
#include "reports/format.hpp"
#include "verdict/result/result.hpp"

namespace warplab::grader {

struct CardGate {
  std::string name;
  std::string status;   // "pass", "fail", "not_checked"
  std::string message;  // one sentence
  int line = 0;
  double earned = 0, possible = 0;  // points, of the exercise's own
  bool applies = true;
  bool is_hidden = false;          // of the instructor's own checks
  bool stands_for_hidden = false;  // one line in the place of CardExercise::hidden
};

struct CardExercise {
  std::string slug, title;
  std::string verdict;  // "pass", "fail", "not_checked"
  std::string error;    // what stopped it, or why there is no score: one sentence, or empty
  std::string output;   // of printf
  std::vector<std::string> findings;  // "line 22: ..."
  bool compiles = true;
  std::optional<double> score;  // 0 ... 1; none: it could not be graded, which is not 0
  // What it is worth in the course, and what is earned of it.
  double earned = 0, possible = 1;
  std::vector<CardGate> gates;
  // Gates that the student may not see, for a system that keeps them from students itself. Among
  // `gates` one line stands for them, and has their points.
  std::vector<CardGate> hidden;
  bool hidden_until_due = false;  // they may be seen once the due date of the system has passed
  std::optional<course::TimedOn> timed;  // none: in the simulator alone
  std::string late;  // what it cost that it was late, a sentence; empty: it was not
};

struct ReportCard {
  std::string student, name;  // empty where one submission is graded by itself
  std::string version;        // of Warp Lab
  std::vector<CardExercise> exercises;
  double earned() const;
  double possible() const;
  bool complete() const;  // every exercise has a score
};

// From one element of the report's "exercises" (docs/GRADING.md).
CardExercise card_exercise(const nlohmann::json& result,
                           course::ShowHidden show = course::ShowHidden::never);
ReportCard card_of(const std::vector<verdict::ExerciseResult>& results,
                   course::ShowHidden show = course::ShowHidden::never);

// A report of one student for a course system: a file of its own that defines one, and one row of
// kCardFormats in card_formats.cpp. It is a format of `grader --format`, and of a course, where
// each student gets one.
struct CardFormat {
  std::string_view name;
  std::string_view file;  // in the folder of a student
  std::string (*write)(const ReportCard&) = nullptr;
};
std::span<const CardFormat* const> card_formats();

// What a student should read of an exercise, line by line: what did not pass, and why.
std::string explanation_of(const CardExercise& exercise);

// At most `most` bytes of a text, cut at the end of a line where there is one, and said to be cut.
std::string shortened(const std::string& text, size_t most);

std::string json_text(const nlohmann::ordered_json& json);  // indented, ASCII, with a last newline

}  // namespace warplab::grader
