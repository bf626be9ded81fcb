#pragma once
// A graded file, explained: what the text and the page are views of.
#include <string>
#include <vector>

#include "exercise/exercise.hpp"
#include "lens/explanation.hpp"
#include "lens/look.hpp"
#include "lens/sentence.hpp"
#include "verdict/result/result.hpp"

namespace warplab::grader {

// One failed gate, or one finding.
struct Point {
  std::string heading;                      // "Gate coalesced loads, line 10"
  std::string what;                         // what happened, with this run's numbers
  const lens::Explanation* text = nullptr;  // null: there is no more to say
  int line = 0;                             // 0: of no line in particular
  bool has_lens = false;                    // a picture below is of this line
  std::string orders;  // of the first race: two orders with two answers, or that none were found
};

// The worst access of one line in one launch among those looked at.
struct LineLens {
  size_t look = 0;    // in Explained::looks
  size_t access = 0;  // in its log
  int line = 0;
  size_t accesses = 0, warps = 0;  // of that line, looked at
};

struct Explained {
  const exercise::Exercise* exercise = nullptr;
  const verdict::ExerciseResult* result = nullptr;
  std::vector<std::string> source;  // the student's, by line
  std::vector<Point> points;
  std::vector<lens::Look> looks;  // one for each launch of the exercise that was looked at
  std::vector<LineLens> table;    // one for each line and launch that asks memory, worst first
  std::vector<LineLens> lenses;   // of them those that are shown as pictures
  std::string no_lens;            // why there are no pictures: one sentence, or empty
};

// `line`: the one to show; 0: those of failed gates and findings, then those that cost most. The
// Explained points into its arguments.
Explained explain(const exercise::Exercise& exercise, const verdict::ExerciseResult& result,
                  const std::string& source, int line, const lens::LookOptions& options);

// The same without pictures of memory, where the kernel cannot be run again; `why`: one sentence.
Explained explain_without_looking(const exercise::Exercise& exercise,
                                  const verdict::ExerciseResult& result, const std::string& source,
                                  std::string why);

// Line `line` of the source without the blanks around it; empty where there is none.
std::string source_line(const Explained& explained, int line);
// "launch rows, block (3,0,0), warp 2, iteration 0: the worst of 96 accesses by 32 warps"
std::string place_of(const Explained& explained, const LineLens& lens);

// What an access costs is counted in: "pass", "sectors", as its ideal has it.
std::string unit_of(const data::LoggedAccess& access, const lens::Cost& cost);

std::string explanation_text(const Explained& explained);
std::string explanation_html(const Explained& explained);

// Parts of that page for other pages, with kExplanationStyle: every point, and the pictures of
// memory. `prefix` stands in front of every id, and pictures are numbered from `first`, so that
// a page may hold several exercises.
extern const char* const kExplanationStyle;
std::string explanation_points(const Explained& explained, std::string_view prefix);
std::string explanation_pictures(const Explained& explained, std::string_view prefix, size_t first);

// The picture of an access: rows of at most 80 columns, each with its newline.
std::string lens_text(const lens::Look& look, const data::LoggedAccess& access);
// The same as an <svg> element; `id` is unique in the page.
std::string lens_svg(const lens::Look& look, const data::LoggedAccess& access, size_t id);

}  // namespace warplab::grader
