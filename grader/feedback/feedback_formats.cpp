// The pages of one student, of the sections and of what a course knows.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "course/format.hpp"
#include "explain/explanation.hpp"
#include "feedback/feedback.hpp"
#include "feedback/markdown.hpp"
#include "html_text.hpp"
#include "verdict/result/number_text.hpp"

namespace warplab::grader {
namespace {

constexpr const char* kStyle = R"(
.exercise{border-top:2px solid var(--line);margin-top:2.5rem}.failed{color:var(--bad)}
.exercise>h2:not(:first-child){font-size:1.25em}
.outputs{display:grid;grid-template-columns:repeat(auto-fill,minmax(max(9rem,30%),1fr));gap:1rem;max-width:50rem}.outputs figure{margin:0}
.outputs img{width:100%;height:auto;aspect-ratio:1;image-rendering:pixelated;border:1px solid var(--line)}
)";

// As people read them; reports for programs have all digits.
std::string shown_points(double points) {
  return verdict::number_text(std::round(100 * points) / 100);
}

// "0.5 of 1 point", "3 of 4 points"
std::string earned_of(double earned, double possible) {
  const std::string number = shown_points(possible);
  return fmt::format("{} of {} {}", shown_points(earned), number,
                     verdict::unit_text(number, "points"));
}

std::string outcome(const CardGate& gate) {
  return fmt::format("{}: {}, {}", gate.name,
                     gate.status == "pass"   ? "passes"
                     : gate.status == "fail" ? "does not pass"
                                             : "not checked",
                     earned_of(gate.earned, gate.possible));
}

std::string feedback_html(const ReportCard& card, const Feedbacks& sections) {
  std::string text = page_head(title_of(card), std::string(kExplanationStyle) + kStyle);
  text += fmt::format("<h1>{}</h1>", html_text(title_of(card)));
  if (card.complete()) text += fmt::format("<p>{}.</p>", earned_of(card.earned(), card.possible()));
  text += "<ul>";
  for (const CardExercise& exercise : card.exercises)
    text += fmt::format("<li><a href=\"#{}\">{}</a>: {}</li>", html_text(exercise.slug),
                        html_text(exercise.title), points_line(exercise));
  text += "</ul>";
  for (const CardExercise& exercise : card.exercises) {
    text += fmt::format("<div class=\"exercise\" id=\"{}\"><h2>{}</h2><p>{}.</p>",
                        html_text(exercise.slug), html_text(exercise.title), points_line(exercise));
    if (!exercise.late.empty()) text += fmt::format("<p>{}</p>", html_text(exercise.late));
    const auto section = sections.find(exercise.slug);
    if (section != sections.end()) text += section->second.html;
    else if (!exercise.error.empty()) text += fmt::format("<p>{}</p>", html_text(exercise.error));
    for (const CardGate& gate : exercise.gates)
      if (gate.is_hidden)
        text += fmt::format("<p>{}. {}</p>", html_text(outcome(gate)), html_text(gate.message));
    text += "</div>";
  }
  return text + "</body></html>\n";
}

std::string feedback_markdown(const ReportCard& card, const Feedbacks& sections) {
  std::string text = fmt::format("# {}\n\n", markdown_text(title_of(card)));
  if (card.complete()) text += fmt::format("{}.\n\n", earned_of(card.earned(), card.possible()));
  for (const CardExercise& exercise : card.exercises) {
    text += fmt::format("## {}\n\n{}.\n\n", markdown_text(exercise.title), points_line(exercise));
    if (!exercise.late.empty()) text += markdown_text(exercise.late) + "\n\n";
    const auto section = sections.find(exercise.slug);
    if (section != sections.end()) text += section->second.markdown + "\n";
    else if (!exercise.error.empty()) text += markdown_text(exercise.error) + "\n\n";
    for (const CardGate& gate : exercise.gates)
      if (gate.is_hidden)
        text +=
            fmt::format("{}. {}\n\n", markdown_text(outcome(gate)), markdown_text(gate.message));
  }
  return text;
}

constexpr FeedbackFormat kHtml = {"feedback-html", "feedback.html", feedback_html},
                         kMarkdown = {"feedback-md", "feedback.md", feedback_markdown};
constexpr const FeedbackFormat* kFeedbackFormats[] = {&kHtml, &kMarkdown};

}  // namespace

std::string points_line(const CardExercise& exercise) {
  if (!exercise.score) return "no points yet";
  return earned_of(exercise.earned, exercise.possible);
}

std::string title_of(const ReportCard& card) {
  if (card.student.empty()) return "Your results";
  return card.name.empty() ? card.student : card.student + ", " + card.name;
}

std::span<const FeedbackFormat* const> feedback_formats() { return kFeedbackFormats; }

const FeedbackFormat* feedback_format_named(std::string_view name) {
  const auto* const found = std::ranges::find(kFeedbackFormats, name, &FeedbackFormat::name);
  return found == std::end(kFeedbackFormats) ? nullptr : *found;
}

}  // namespace warplab::grader
