#pragma once
// A text that is being edited: carets and selections, what the keys of a code editor do, undo and
// redo. There is one caret, or several after select_next(), select_columns() and add_caret(): what
// is typed then goes to each of them.
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/cuda_syntax.hpp"
#include "common/text_buffer.hpp"
#include "editor/find_in_text.hpp"

namespace warplab::app {

class LineWrap;

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

struct Caret {
  Position at, anchor;     // the selection is between them
  int wanted_column = -1;  // of the screen, that up and down try to keep; of a row, where lines are
                           // broken
  Range selection() const { return {std::min(at, anchor), std::max(at, anchor)}; }
  bool has_selection() const { return at != anchor; }
};

class CodeText {
 public:
  explicit CodeText(std::string_view text = {});

  const TextBuffer& buffer() const { return buffer_; }
  std::string text() const { return buffer_.text(); }
  LineState line_state(int line) const { return syntax_.at(buffer_, line); }
  int indent_width() const { return indent_width_; }  // in columns

  // The caret that was placed last, and its selection (empty at the caret when nothing is chosen).
  Position caret() const { return main_.at; }
  Range selection() const { return main_.selection(); }
  bool has_selection() const { return main_.has_selection(); }
  // Besides it.
  const std::vector<Caret>& other_carets() const { return others_; }
  std::string selected_text() const;  // of several carets: each one's on a line of its own

  // Up, down and pages go by the rows of `wrap`, where it breaks lines, and else by lines. It is
  // brought up to date before.
  void move(Motion motion, bool extend_selection, int page_lines = 20, LineWrap* wrap = nullptr);
  void place(Position caret, bool extend_selection = false);
  void select(Position anchor, Position caret);
  void select_all();
  void select_word(Position at);
  void select_line(int line);
  void select_lines();  // the whole lines of the selection, and with each call one more

  // ---- several carets (code_carets.cpp) ----
  void add_caret(Position at);  // or takes the one away that stands there
  void keep_main_caret();
  // A rectangle: each line between the two gets a caret, with what lies between their columns
  // selected. Columns are of the screen.
  void select_columns(Position anchor, int anchor_column, Position to, int to_column);
  void extend_columns(int columns, int lines);  // of the rectangle that was selected last
  void select_next();  // the word at the caret; then the next occurrence of it besides
  void select_every();

  // One character. A bracket or quotation mark brings its partner where nothing stands behind it, a
  // partner that came so is typed over, and a selection is put between them; '}' on a blank line
  // moves out a level.
  void type(std::string_view utf8);
  void insert(std::string_view text);  // pasted text, one step of undo
  // Writes `text` over the letters from `begin` of the caret's line up to the caret: a name that
  // was completed.
  void complete(int begin, std::string_view text);
  void new_line();  // keeps the indentation, deeper after '{'
  void erase_backward(bool word);
  void erase_forward(bool word);
  // The selected lines (with `whole_lines` the caret's, too), or spaces at the caret; tabs where
  // the text has tabs.
  void indent(bool whole_lines = false);
  void outdent();
  void toggle_comment();           // "//" on the selected lines
  void move_lines(int direction);  // the selected lines up (-1) or down (+1)
  void duplicate_lines(
      int direction);  // and the caret stays with the upper (-1) or lower (+1) ones
  void erase_lines();
  void replace_matches(const std::vector<Range>& matches, std::string_view text);  // in order
  void replace_all(std::string_view text);  // one step of undo; the caret stays near its line,
                                            // line ends are the new text's

  bool can_undo() const { return !undo_.empty(); }
  bool can_redo() const { return !redo_.empty(); }
  // What is typed next is a step of its own: a run lies between.
  void end_typing();
  void undo();
  void redo();

  std::optional<Range> find(std::string_view needle, Position from, bool backward,
                            FindOptions options = {}) const {
    return find_in(buffer_, needle, from, backward, options);
  }
  // The bracket beside the caret and the one that belongs to it. Those in strings and comments are
  // letters.
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
    std::vector<Caret> before, after;  // the main one first
    bool typing = false;               // consecutive typing is one step, at all carets together
  };
  // A bracket or quotation mark and the partner that came by itself.
  struct Pair {
    Position open, close;
  };
  struct Columns {
    int anchor_line = 0, anchor_column = 0, line = 0, column = 0;
  };

  std::vector<Caret> carets() const;
  void set_carets(const std::vector<Caret>& carets);
  template <class Edit>
  void at_each_caret(Edit edit);
  void join_carets();

  void begin_step(bool typing);
  void end_step();
  bool goes_on_with(const Step& last, const Step& now) const;
  // With this text's line ends. Every caret that stands behind the range moves with the text.
  Position replace(const Range& range, std::string_view text);
  Position replace_exactly(const Range& range, std::string text);
  void move_places(const Range& removed, Position end);
  Position apply(Position at, std::string_view removed, std::string_view inserted);
  void drop_selection();
  void place_here(Position at) { main_ = {at, at}; }

  void type_here(std::string_view utf8);
  void new_line_here();
  void erase_backward_here(bool word);
  bool type_over(std::string_view utf8);
  bool put_between(std::string_view utf8);
  std::string_view partner_for(std::string_view utf8) const;
  void outdent_for_brace();
  void forget_pairs();
  char letter_at_place(Position p) const;
  void move_here(Motion motion, bool extend, int page_lines, const LineWrap* wrap);
  // Where the main caret comes to, that many rows or lines below. `column` is kept: of the screen,
  // found out here where it is not known yet (-1).
  Position below(int rows, int& column, const LineWrap* wrap) const;

  std::pair<int, int> selected_lines() const;  // of the main caret
  std::vector<int> chosen_lines() const;       // of all
  Position word_left(Position from) const;
  Position word_right(Position from) const;
  Range word_at(Position at) const;
  bool add_occurrence();
  void find_indentation();
  std::string indent_unit() const {
    return uses_tabs_ ? "\t" : std::string(static_cast<size_t>(indent_width_), ' ');
  }

  TextBuffer buffer_;
  mutable SyntaxStates syntax_;
  int indent_width_ = 4;  // as the text used it when it came: Tab and Shift+Tab undo each other
  bool uses_tabs_ = false;
  Caret main_;
  std::vector<Caret> others_;
  std::optional<Columns> columns_;
  std::string chosen_word_;  // that select_next() began with
  std::vector<Pair> pairs_;
  std::vector<Step> undo_, redo_;
  std::optional<Step> step_;
  std::vector<LineChange> line_changes_;
};

template <class Edit>
void CodeText::at_each_caret(Edit edit) {
  edit();
  for (size_t i = 0; i < others_.size(); ++i) {
    std::swap(main_, others_[i]);
    edit();
    std::swap(main_, others_[i]);
  }
  join_carets();
}

}  // namespace warplab::app
