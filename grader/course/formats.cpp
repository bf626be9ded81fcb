#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/printable.hpp"
#include "course/format.hpp"

namespace warplab::course {

extern const CourseFormat kClassHtml;                                // class_html.cpp
extern const CourseFormat kCsv, kLongCsv;                            // csv.cpp
extern const CourseFormat kJson;                                     // json.cpp
extern const CourseFormat kMoodle, kMoodleWorksheet, kCanvas, kAgs;  // gradebooks.cpp

namespace {

constexpr const CourseFormat* kFormats[] = {&kCsv,    &kLongCsv,         &kJson,   &kClassHtml,
                                            &kMoodle, &kMoodleWorksheet, &kCanvas, &kAgs};

}  // namespace

std::span<const CourseFormat* const> course_formats() { return kFormats; }

const CourseFormat* course_format_named(std::string_view name) {
  const auto* const found = std::ranges::find(kFormats, name, &CourseFormat::name);
  return found == std::end(kFormats) ? nullptr : *found;
}

std::string csv_cell(std::string_view text) {
  std::string safe = printable(text);
  if (!safe.empty() && std::string_view("=+-@").find(safe[0]) != std::string_view::npos)
    safe.insert(safe.begin(), '\'');
  if (safe.find_first_of("\",;") == std::string::npos) return safe;
  std::string quoted = "\"";
  for (const char c : safe) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string points_text(double points) {
  std::string text = fmt::format("{:.6f}", points);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

}  // namespace warplab::course
