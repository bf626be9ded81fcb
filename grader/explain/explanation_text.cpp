#include <fmt/format.h>

#include <algorithm>

#include "base/printable.hpp"
#include "base/utf8.hpp"
#include "explain/explanation.hpp"
#include "lens/sentence.hpp"
#include "words/text.hpp"

namespace warplab::grader {
namespace {

constexpr size_t kLineWidth = 80;

size_t columns(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

// Words in lines of at most 80 columns; lines after the first begin with `margin` blanks. A longer
// word has a line of its own.
std::string wrapped(std::string_view first, std::string_view text, size_t margin) {
  std::string result(first);
  size_t at = columns(first);
  bool is_start = true;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!is_start && at + 1 + columns(word) > kLineWidth) {
      result += "\n" + std::string(margin, ' ');
      at = margin;
      is_start = true;
    }
    result += is_start ? "" : " ";
    result += word;
    at += columns(word) + (is_start ? 0 : 1);
    is_start = false;
  }
  return result + "\n";
}

// A line of source that fits beside its number.
std::string code_text(const Explained& explained, int line) {
  constexpr size_t kMost = kLineWidth - 10;
  std::string code = printable(source_line(explained, line));
  if (columns(code) <= kMost) return code;
  size_t end = 0, seen = 0;
  while (seen < kMost - 2) {
    end += std::max<size_t>(utf8_length(std::string_view(code).substr(end)), 1);
    ++seen;
  }
  return code.substr(0, end) + "..";
}

std::string headline(const Explained& explained) {
  const verdict::ExerciseResult& result = *explained.result;
  std::string text =
      fmt::format("{} ({}): {}", result.title, result.slug, verdict::name_of(result.verdict));
  if (result.has_score()) text += fmt::format(", {:.0f} % of the points", 100 * result.score);
  return printable(text) + "\n";
}

std::string link_text(const Explained& explained, const Point& point) {
  const bool to_lens = point.has_lens && point.text->link != lens::Explanation::Link::statement;
  if (to_lens || point.has_lens) return fmt::format("the picture of line {} below", point.line);
  return "the statement, " +
         (explained.exercise->folder / explained.exercise->statement_file).string();
}

std::string point_text(const Explained& explained, const Point& point) {
  std::string text = "\n" + printable(point.heading) + "\n";
  const std::string code = code_text(explained, point.line);
  if (!code.empty()) text += fmt::format("  {:>5} | {}\n", point.line, code);
  text += wrapped("  What happened: ", printable(point.what), 4);
  if (!point.orders.empty()) text += wrapped("  Two orders: ", printable(point.orders), 4);
  if (point.text == nullptr) return text;
  text += wrapped("  Why: ", words::template_of(point.text->why), 4);
  text += wrapped("  Where to look: ", words::template_of(point.text->look), 4);
  return text + wrapped("  See: ", printable(link_text(explained, point)), 4);
}

std::string table_text(const Explained& explained) {
  if (explained.table.empty()) return "";
  std::string text =
      "\nWhat lines ask of memory, the worst warp of each among those looked at\n"
      "   line  launch            access                       costs  ideal\n";
  for (const LineLens& lens : explained.table) {
    const lens::Look& look = explained.looks[lens.look];
    const data::LoggedAccess& access = look.log.accesses[lens.access];
    const lens::Cost cost = lens::cost_of(access);
    const std::string unit = unit_of(access, cost);
    text +=
        fmt::format("  {:>5}  {:<16.16}  {:<27.27}  {:>5}  {:>5} {}\n", lens.line,
                    printable(look.launch), lens::kind_text(access), cost.units, cost.ideal, unit);
  }
  return text;
}

std::string picture_text(const Explained& explained, const LineLens& lens) {
  const lens::Look& look = explained.looks[lens.look];
  const data::LoggedAccess& access = look.log.accesses[lens.access];
  std::string text = fmt::format("\n{:>5} | {}\n", lens.line, code_text(explained, lens.line));
  text += wrapped("  ", lens::sentence_of(access), 2);
  text += wrapped("  ", printable(place_of(explained, lens)), 2);
  return text + "\n" + lens_text(look, access);
}

}  // namespace

std::string explanation_text(const Explained& explained) {
  std::string text = headline(explained);
  if (!explained.result->error.empty()) text += wrapped("", printable(explained.result->error), 0);
  if (explained.points.empty() && explained.result->verdict == verdict::Status::pass)
    text += "Every gate passes. These lines ask most of memory.\n";
  for (const Point& point : explained.points) text += point_text(explained, point);
  text += table_text(explained);
  for (const LineLens& lens : explained.lenses) text += picture_text(explained, lens);
  if (!explained.no_lens.empty())
    text += "\n" + wrapped("No picture of memory: ", printable(explained.no_lens), 2);
  return text;
}

}  // namespace warplab::grader
