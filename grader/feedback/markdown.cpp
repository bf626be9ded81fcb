#include "feedback/markdown.hpp"

#include <algorithm>

#include "base/printable.hpp"
#include "html_text.hpp"

namespace warplab::grader {
namespace {

// `code` and **strong** of one paragraph.
std::string inline_html(std::string_view text) {
  std::string html;
  while (!text.empty()) {
    const std::string_view mark = text.starts_with("**") ? "**" : text.starts_with('`') ? "`" : "";
    const size_t end = mark.empty() ? std::string_view::npos : text.find(mark, mark.size());
    if (end != std::string_view::npos) {
      const std::string inner = html_text(text.substr(mark.size(), end - mark.size()));
      html += mark == "`" ? "<code>" + inner + "</code>" : "<b>" + inner + "</b>";
      text.remove_prefix(end + mark.size());
    } else {
      const size_t next = std::min(text.find_first_of("*`", 1), text.size());
      html += html_text(text.substr(0, next));
      text.remove_prefix(next);
    }
  }
  return html;
}

}  // namespace

std::string markdown_text(std::string_view text) {
  constexpr std::string_view kSpecial = "\\`*_{}[]()<>#+-!|~&=";
  std::string safe;
  const std::string shown = printable(text);
  for (size_t i = 0; i < shown.size(); ++i) {
    const char c = shown[i];
    // "1." begins a list, and "www." a link in some readers.
    const bool dot = c == '.' && i + 1 < shown.size() && shown[i + 1] != ' ';
    if (kSpecial.find(c) != std::string_view::npos || dot) safe += '\\';
    safe += c;
  }
  return safe;
}

std::string code_block(std::string_view text) {
  size_t longest = 2, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  std::string shown = printable_lines(text);
  if (!shown.ends_with('\n')) shown += '\n';
  return fence + "\n" + shown + fence + "\n\n";
}

std::string markdown_as_html(std::string_view text) {
  std::string html;
  while (!text.empty()) {
    const size_t end = std::min(text.find("\n\n"), text.size());
    std::string_view paragraph = text.substr(0, end);
    text.remove_prefix(std::min(end + 2, text.size()));
    if (paragraph.starts_with("```")) {
      paragraph.remove_prefix(std::min(paragraph.find('\n') + 1, paragraph.size()));
      html += "<pre>" + html_text(paragraph.substr(0, paragraph.rfind("```"))) + "</pre>";
    } else if (!paragraph.empty()) {
      html += "<p>" + inline_html(paragraph) + "</p>";
    }
  }
  return html;
}

}  // namespace warplab::grader
