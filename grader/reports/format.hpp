#pragma once
// What `--format` may say. A format is a file of its own that defines one Format, and one row of
// all_formats() in formats.cpp: the command line and the commands know no format by name. A report
// that a course gives each student, too, is a CardFormat instead (card.hpp).
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "course/hidden_file.hpp"
#include "exercise/exercise.hpp"
#include "experiment/run.hpp"
#include "verdict/check.hpp"
#include "verdict/result/result.hpp"

namespace warplab::grader {

struct FeedbackFormat;  // feedback/feedback.hpp
struct Problem;         // reports/problems.hpp

struct TextStyle {
  bool color = false;     // only on a terminal, and not where NO_COLOR is set
  size_t name_width = 0;  // of the longest slug, so that columns stand under each other
  // What a student may read of hidden checks. JSON is the instructor's and has all of them.
  course::ShowHidden hidden = course::ShowHidden::never;
};

// A report is written in pieces: one as soon as something is known of an exercise, so that a reader
// sees it come, and one at the end. A format whose report is one document has no pieces before it.
struct Format {
  std::string_view name;
  bool may_have_color = false;
  // `source` is the student's text, for lines that are quoted; empty where it could not be read.
  std::string (*graded)(const verdict::ExerciseResult&, const std::string& source,
                        const TextStyle&) = nullptr;
  std::string (*all_graded)(const std::vector<verdict::ExerciseResult>&,
                            const TextStyle&) = nullptr;
  // What is wrong, by file and line, of all exercises; at the end, before `all_graded`.
  std::string (*problems)(const std::vector<Problem>&) = nullptr;
  // Feedback: a page of sections, one for each exercise, which are made while its result is there.
  const FeedbackFormat* feedback = nullptr;
  std::string (*checked)(const verdict::ExerciseCheck&, const TextStyle&) = nullptr;
  std::string (*all_checked)(const std::vector<verdict::ExerciseCheck>&,
                             const TextStyle&) = nullptr;
  std::string (*listed)(const std::vector<exercise::Entry>&, const std::vector<experiment::Entry>&,
                        const TextStyle&) = nullptr;
  std::string (*swept)(const experiment::Experiment&, const experiment::Sweep&,
                       const TextStyle&) = nullptr;
};

std::span<const Format* const> formats();           // the first one is the default
const Format* format_named(std::string_view name);  // null: there is none

}  // namespace warplab::grader
