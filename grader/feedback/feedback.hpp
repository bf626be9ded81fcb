#pragma once
// What a student reads of a grading: what passed, what did not and why, pictures of memory and of
// the output, and the next question of the statement. As one HTML page and as Markdown.
#include <map>
#include <string>
#include <string_view>

#include "course/feedback_text.hpp"
#include "exercise/exercise.hpp"
#include "lens/look.hpp"
#include "reports/card.hpp"
#include "verdict/result/result.hpp"

namespace warplab::grader {

// Of one graded file. The result should have its pictures (GradeOptions::keep_pictures); it is made
// of the shipped gates alone, and knows nothing of hidden ones. The blocks that pictures of memory
// show are run once more.
course::FeedbackText feedback_of(const exercise::Exercise& exercise,
                                 const verdict::ExerciseResult& result, const std::string& source,
                                 const lens::LookOptions& look);

// By exercise.
using Feedbacks = std::map<std::string, course::FeedbackText>;

// A form of feedback: one file, and one row of kFeedbackFormats in feedback_formats.cpp.
struct FeedbackFormat {
  std::string_view name;
  std::string_view file;  // in the folder of a student
  // Everything of one student. An exercise without a section has its one sentence of the card.
  std::string (*write)(const ReportCard& card, const Feedbacks& sections) = nullptr;
};
std::span<const FeedbackFormat* const> feedback_formats();
const FeedbackFormat* feedback_format_named(std::string_view name);  // null: there is none

// "4.5 of 10 points"; "no points yet" where it could not be graded.
std::string points_line(const CardExercise& exercise);
// "kim, Kim Lee"; "Your results" where nobody is named.
std::string title_of(const ReportCard& card);

// The section "The next question" of an exercise's statement, as it stands there; empty: there is
// none.
std::string next_question(const exercise::Exercise& exercise);

// What decided the marks: "Warp Lab 0.1.0, NVRTC 13.0, simulator, seed 1, exercise 3f2a91cc, file
// 77ab0123".
std::string provenance(const verdict::ExerciseResult& result);

// One gate as the table of a section shows it.
struct GateLine {
  std::string name, outcome, points;
  bool failed = false;
};
// A profile whose gates all pass is one line.
std::vector<GateLine> gate_lines(const verdict::ExerciseResult& result);

}  // namespace warplab::grader
