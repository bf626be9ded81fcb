// What is done to whole lines.
#include <algorithm>

#include "editor/code_text.hpp"

namespace warplab::app {

std::pair<int, int> CodeText::selected_lines() const {
  const Range range = selection();
  const bool ends_at_start = range.end.column == 0 && range.end.line > range.begin.line;
  return {range.begin.line, range.end.line - (ends_at_start ? 1 : 0)};
}

std::vector<int> CodeText::chosen_lines() const {
  std::vector<int> lines;
  for (const Caret& caret : carets()) {
    const Range range = caret.selection();
    const bool ends_at_start = range.end.column == 0 && range.end.line > range.begin.line;
    for (int i = range.begin.line; i <= range.end.line - (ends_at_start ? 1 : 0); ++i)
      lines.push_back(i);
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

void CodeText::indent(bool whole_lines) {
  begin_step(false);
  const Range range = selection();
  if (whole_lines || range.begin.line != range.end.line) {
    for (const int i : chosen_lines())
      if (!buffer_.line(i).empty()) replace({{i, 0}, {i, 0}}, indent_unit());
  } else {
    at_each_caret([&] {
      const Position start = selection().begin;
      const int column = screen_column(buffer_.line(start.line), start.column);
      const int width = indent_width_ - column % indent_width_;
      place_here(replace(
          selection(), uses_tabs_ ? indent_unit() : std::string(static_cast<size_t>(width), ' ')));
    });
  }
  end_step();
}

void CodeText::outdent() {
  begin_step(false);
  for (const int i : chosen_lines()) {
    const std::string& line = buffer_.line(i);
    int bytes = 0;
    if (line.starts_with('\t')) {
      bytes = 1;
    } else {
      while (bytes < indent_width_ && bytes < static_cast<int>(line.size()) &&
             line[static_cast<size_t>(bytes)] == ' ')
        ++bytes;
    }
    if (bytes > 0) replace({{i, 0}, {i, bytes}}, {});
  }
  end_step();
}

void CodeText::toggle_comment() {
  begin_step(false);
  const std::vector<int> lines = chosen_lines();
  bool all_commented = true, any_text = false;
  int column = 1 << 30;  // the comment signs of a block stand in one column
  for (const int i : lines) {
    const std::string& line = buffer_.line(i);
    if (is_blank(line)) continue;
    any_text = true;
    const int indentation = indentation_bytes(line);
    column = std::min(column, indentation);
    all_commented &=
        std::string_view(line).substr(static_cast<size_t>(indentation)).starts_with("//");
  }
  for (const int i : lines) {
    const std::string& line = buffer_.line(i);
    if (!any_text || is_blank(line)) continue;
    if (!all_commented) {
      replace({{i, column}, {i, column}}, "// ");
      continue;
    }
    const int at = indentation_bytes(line);
    const int size = line.compare(static_cast<size_t>(at), 3, "// ") == 0 ? 3 : 2;
    replace({{i, at}, {i, at + size}}, {});
  }
  end_step();
}

void CodeText::move_lines(int direction) {
  keep_main_caret();
  const auto [first, last] = selected_lines();
  if (direction < 0 ? first == 0 : last + 1 >= buffer_.line_count()) return;
  begin_step(false);
  const Caret before = main_;
  const int neighbour = direction < 0 ? first - 1 : last + 1;
  const std::string moved = buffer_.line(neighbour);
  const Position end{last, static_cast<int>(buffer_.line(last).size())};
  if (direction < 0) {
    replace({end, end}, "\n" + moved);
    replace({{neighbour, 0}, {first, 0}}, {});
  } else {
    replace({end, {neighbour, static_cast<int>(moved.size())}}, {});
    replace({{first, 0}, {first, 0}}, moved + "\n");
  }
  main_ = before;
  main_.at.line += direction;
  main_.anchor.line += direction;
  end_step();
}

void CodeText::duplicate_lines(int direction) {
  keep_main_caret();
  const auto [first, last] = selected_lines();
  begin_step(false);
  const Caret before = main_;
  const Position end{last, static_cast<int>(buffer_.line(last).size())};
  replace({end, end}, "\n" + buffer_.text({{first, 0}, end}));
  main_ = before;
  if (direction > 0) {
    main_.at.line += last - first + 1;
    main_.anchor.line += last - first + 1;
  }
  end_step();
}

void CodeText::erase_lines() {
  keep_main_caret();
  const auto [first, last] = selected_lines();
  begin_step(false);
  const Position caret{first, main_.at.column};
  const Position end = buffer_.end();
  const bool is_last = last + 1 >= buffer_.line_count();
  // The last line goes with the line end before it.
  Range range{{first, 0}, is_last ? end : Position{last + 1, 0}};
  if (is_last && first > 0)
    range.begin = {first - 1, static_cast<int>(buffer_.line(first - 1).size())};
  replace(range, {});
  place_here(buffer_.clamp({std::min(caret.line, buffer_.line_count() - 1), caret.column}));
  end_step();
}

}  // namespace warplab::app
