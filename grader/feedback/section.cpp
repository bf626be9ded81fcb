// The section of one graded file, in both forms.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/file_text.hpp"
#include "base/printable.hpp"
#include "course/timed_on.hpp"
#include "explain/explanation.hpp"
#include "feedback/feedback.hpp"
#include "feedback/markdown.hpp"
#include "feedback/output_picture.hpp"
#include "html_text.hpp"
#include "lens/sentence.hpp"
#include "verdict/result/number_text.hpp"
#include "words/text.hpp"

namespace warplab::grader {
namespace {

using verdict::Status;

// Cells a side: of an image, and of a picture made of characters.
constexpr size_t kImageCells = 128, kTextCells = 32;

bool passes(const verdict::ExerciseResult& result, std::string_view metric) {
  return std::ranges::any_of(result.gates, [&](const verdict::GateResult& gate) {
    return gate.metric == metric && gate.status == Status::pass;
  });
}

// A kernel that does not come to its end would keep the pictures waiting.
Explained explained(const exercise::Exercise& exercise, const verdict::ExerciseResult& result,
                    const std::string& source, const lens::LookOptions& look) {
  if (passes(result, "terminates") && passes(result, "launches"))
    return explain(exercise, result, source, 0, look);
  return explain_without_looking(exercise, result, source,
                                 !passes(result, "compiles") ? "The file does not compile."
                                 : !passes(result, "launches")
                                     ? "The kernel could not be started."
                                     : "The kernel did not come to its end.");
}

constexpr const char* kEarnsLess =
    "A gate that passes but has not earned all of its points depends on another gate that does not "
    "pass.";
bool earns_less(const verdict::ExerciseResult& result) {
  const std::vector<verdict::Points> points = verdict::points_of(result.gates);
  for (size_t i = 0; i < points.size(); ++i)
    if (result.gates[i].applies && result.gates[i].status == Status::pass &&
        points[i].earned < points[i].possible)
      return true;
  return false;
}

std::string html(const Explained& explained) {
  const verdict::ExerciseResult& result = *explained.result;
  const std::string prefix = result.slug + "-";
  std::string text = "<table><tr><th>What was checked<th><th class=\"n\">points</tr>";
  for (const GateLine& gate : gate_lines(result))
    text += fmt::format("<tr><td>{}<td{}>{}<td class=\"n\">{}</tr>", html_text(gate.name),
                        gate.failed ? " class=\"failed\"" : "", html_text(gate.outcome),
                        html_text(gate.points));
  text += "</table>";
  if (earns_less(result)) text += fmt::format("<p class=\"soft\">{}</p>", kEarnsLess);
  if (verdict::verdict_of(result.gates) == Status::pass) text += "<p>Every gate passes.</p>";
  text += explanation_points(explained, prefix);
  for (const OutputPicture& picture : output_pictures(*explained.exercise, result, kImageCells))
    text += picture_html(picture);
  // Numbers of an exercise's own, so that pictures of several are told apart in one page.
  constexpr size_t kMostOfOne = 100;
  text += explanation_pictures(explained, prefix,
                               static_cast<size_t>(explained.exercise->order) * kMostOfOne);
  if (const std::string next = next_question(*explained.exercise); !next.empty())
    text += "<h3>The next question</h3>" + markdown_as_html(next);
  return text + fmt::format("<p class=\"soft\">{}</p>", html_text(provenance(result)));
}

std::string point_markdown(const Explained& explained, const Point& point) {
  std::string text = fmt::format("### {}\n\n", markdown_text(point.heading));
  if (const std::string code = source_line(explained, point.line); !code.empty())
    text += code_block(fmt::format("{:>5} | {}", point.line, code));
  text += markdown_text(point.what) + "\n\n";
  if (point.text != nullptr)
    text += fmt::format("**Why.** {}\n\n**Where to look.** {}\n\n",
                        markdown_text(words::template_of(point.text->why)),
                        markdown_text(words::template_of(point.text->look)));
  return text;
}

std::string markdown(const Explained& explained) {
  const verdict::ExerciseResult& result = *explained.result;
  std::string text = "| What was checked | | points |\n|---|---|---:|\n";
  for (const GateLine& gate : gate_lines(result))
    text += fmt::format("| {} | {}{}{} | {} |\n", markdown_text(gate.name), gate.failed ? "**" : "",
                        markdown_text(gate.outcome), gate.failed ? "**" : "", gate.points);
  text += '\n';
  if (earns_less(result)) text += fmt::format("{}\n\n", kEarnsLess);
  if (verdict::verdict_of(result.gates) == Status::pass) text += "Every gate passes.\n\n";
  for (const Point& point : explained.points) text += point_markdown(explained, point);
  for (const OutputPicture& picture : output_pictures(*explained.exercise, result, kTextCells))
    text += code_block(picture_text(picture));
  for (const LineLens& lens : explained.lenses) {
    const lens::Look& look = explained.looks[lens.look];
    const data::LoggedAccess& access = look.log.accesses[lens.access];
    text += code_block(fmt::format("{:>5} | {}", lens.line, source_line(explained, lens.line)) +
                       "\n" + lens_text(look, access));
    text += fmt::format("{} ({})\n\n", markdown_text(lens::sentence_of(access)),
                        markdown_text(place_of(explained, lens)));
  }
  if (!explained.no_lens.empty())
    text += fmt::format("No picture of memory: {}\n\n", markdown_text(explained.no_lens));
  if (const std::string next = next_question(*explained.exercise); !next.empty())
    text += "### The next question\n\n" + next + "\n\n";
  return text + markdown_text(provenance(result)) + "\n";
}

std::string gpu_text(const verdict::ExerciseResult& result) {
  if (!result.gpu) return "simulator";
  std::string text = fmt::format("simulator and {} with driver {}", result.gpu->name,
                                 course::driver_text(result.gpu->driver_version));
  for (const verdict::Timing& timing : result.timings)
    if (timing.source == verdict::Source::measured && timing.kernel.clock_mhz > 0)
      return text + fmt::format(" at {:.0f} MHz", timing.kernel.clock_mhz);
  return text;
}

// A profile that holds, with the points of its gates.
GateLine line_of_profile(const verdict::ExerciseResult& result, const std::string& profile,
                         const std::vector<verdict::Points>& points) {
  verdict::Points sum;
  for (size_t i = 0; i < result.gates.size(); ++i) {
    if (result.gates[i].profile != profile) continue;
    sum.earned += points[i].earned;
    sum.possible += points[i].possible;
  }
  return {profile, "passes",
          sum.possible <= 0 ? std::string("condition")
                            : fmt::format("{} of {}", verdict::number_text(sum.earned),
                                          verdict::number_text(sum.possible)),
          false};
}

}  // namespace

std::vector<GateLine> gate_lines(const verdict::ExerciseResult& result) {
  std::vector<GateLine> lines;
  std::set<std::string> told;  // profiles
  const std::vector<verdict::Points> points = verdict::points_of(result.gates);
  for (size_t i = 0; i < result.gates.size(); ++i) {
    const verdict::GateResult& gate = result.gates[i];
    if (!gate.applies) continue;
    // One by one where one of them fails.
    if (!gate.profile.empty() && verdict::status_of_profile(result, gate.profile) == Status::pass) {
      if (told.insert(gate.profile).second)
        lines.push_back(line_of_profile(result, gate.profile, points));
      continue;
    }
    lines.push_back({gate.name,
                     gate.status == Status::pass   ? "passes"
                     : gate.status == Status::fail ? "does not pass"
                                                   : "not checked",
                     gate.points <= 0
                         ? std::string("condition")
                         : fmt::format("{} of {}", verdict::number_text(points[i].earned),
                                       verdict::number_text(points[i].possible)),
                     gate.status == Status::fail});
  }
  return lines;
}

std::string next_question(const exercise::Exercise& exercise) {
  constexpr std::string_view kHeading = "\n## The next question\n";
  const std::string text =
      file_text(exercise.folder / exercise.statement_file).value_or(std::string());
  const size_t at = text.find(kHeading);
  if (at == std::string::npos) return {};
  const size_t begin = text.find_first_not_of('\n', at + kHeading.size());
  if (begin == std::string::npos) return {};
  std::string question = text.substr(begin, text.find("\n## ", begin) - begin);
  question.erase(question.find_last_not_of(" \n") + 1);
  return question;
}

std::string provenance(const verdict::ExerciseResult& result) {
  constexpr size_t kDigits = 12;  // of a hash, for people; JSON has all of them
  return fmt::format("Graded by Warp Lab {}, {}, {}, seed {}, exercise {}, file {}.",
                     WARPLAB_VERSION, result.compiler.empty() ? "no compiler" : result.compiler,
                     gpu_text(result), result.seed, result.exercise_hash.substr(0, kDigits),
                     result.file_hash.substr(0, kDigits));
}

course::FeedbackText feedback_of(const exercise::Exercise& exercise,
                                 const verdict::ExerciseResult& result, const std::string& source,
                                 const lens::LookOptions& look) {
  const Explained about = explained(exercise, result, source, look);
  return {html(about), markdown(about)};
}

}  // namespace warplab::grader
