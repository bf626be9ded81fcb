#pragma once
// A text that is being edited: caret and selection, what the keys of a code editor do, undo and
// redo.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/text_buffer.hpp"

namespace warplab::app {

enum class Motion {
  left,
  right,
  up,
  down,
  word_left,
  word_right,
  line_start,  // the first character that is not a space; from there, column 0
  line_end,
  page_up,
  page_down,
  text_start,
  text_end,
};

class CodeText {
 public:
  explicit CodeText(std::string_view text = {});

  const TextBuffer& buffer() const { return buffer_; }
  std::string text() const { return buffer_.text(); }
  Position caret() const { return caret_; }
  Range selection() const;  // empty at the caret when nothing is selected
  bool has_selection() const { return caret_ != anchor_; }
  std::string selected_text() const { return buffer_.text(selection()); }

  void move(Motion motion, bool extend_selection, int page_lines = 20);
  void place(Position caret, bool extend_selection = false);
  void select(Position anchor, Position caret);
  void select_all();
  void select_word(Position at);
  void select_line(int line);

  void type(std::string_view utf8);    // one character; '}' on a blank line moves out a level
  void insert(std::string_view text);  // pasted text, one step of undo
  void new_line();                     // keeps the indentation, deeper after '{'
  void erase_backward(bool word);
  void erase_forward(bool word);
  void indent();  // the selected lines, or spaces at the caret
  void outdent();
  void toggle_comment();                    // "//" on the selected lines
  void move_lines(int direction);           // the selected lines up (-1) or down (+1)
  void replace_all(std::string_view text);  // one step of undo; the caret stays near its line,
                                            // line ends are the new text's

  bool can_undo() const { return !undo_.empty(); }
  bool can_redo() const { return !redo_.empty(); }
  void undo();
  void redo();

  // The next occurrence at or after (before, when backward) `from`, going round; none: nullopt.
  std::optional<Range> find(std::string_view needle, Position from, bool backward,
                            bool match_case) const;
  // The bracket that belongs to the one beside the caret. Strings and comments are not looked at.
  std::optional<Range> bracket_pair() const;

  // Changes of lines since the last call, for marks that stick to lines.
  std::vector<LineChange> take_line_changes();

 private:
  struct Change {
    Position at;
    std::string removed, inserted;
  };
  struct Step {
    std::vector<Change> changes;
    Position caret_before, anchor_before, caret_after, anchor_after;
    bool typing = false;  // consecutive typing is one step
  };

  void begin_step(bool typing);
  void end_step();
  Position replace(const Range& range, std::string_view text);  // with this text's line ends
  Position replace_exactly(const Range& range, std::string text);
  Position apply(Position at, std::string_view removed, std::string_view inserted);
  void drop_selection();
  std::pair<int, int> selected_lines() const;
  Position word_left(Position from) const;
  Position word_right(Position from) const;
  int found_indent_width() const;

  TextBuffer buffer_;
  int indent_width_ = 4;  // as the text used it when it came: Tab and Shift+Tab undo each other
  Position caret_, anchor_;
  int wanted_column_ = -1;  // screen column that up and down try to keep
  std::vector<Step> undo_, redo_;
  std::optional<Step> step_;
  std::vector<LineChange> line_changes_;
};

}  // namespace warplab::app
