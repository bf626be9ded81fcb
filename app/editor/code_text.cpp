#include "editor/code_text.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace warplab::app {
namespace {

int count_line_ends(std::string_view text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

// Where what stood at `p` is once `removed` has become text that ends at `end`. At the very place
// of an insertion carets stay, and brackets give way.
Position moved(Position p, const Range& removed, Position end, bool gives_way) {
  if (p < removed.begin || (p == removed.begin && !gives_way)) return p;
  if (p < removed.end) return end;
  if (p.line == removed.end.line) return {end.line, end.column + p.column - removed.end.column};
  return {p.line + end.line - removed.end.line, p.column};
}

constexpr std::array<std::string_view, 5> kTypedPairs = {"()", "[]", "{}", "\"\"", "''"};

bool is_quote(char c) { return c == '"' || c == '\''; }

}  // namespace

CodeText::CodeText(std::string_view text) : buffer_(text) { find_indentation(); }

void CodeText::find_indentation() {
  // What the text itself uses: its first indented line decides, with spaces as far as they are 2 or
  // 4.
  for (int i = 0; i < buffer_.line_count() && i < 200; ++i) {
    const std::string& line = buffer_.line(i);
    const int bytes = indentation_bytes(line);
    if (bytes == 0 || bytes == static_cast<int>(line.size())) continue;
    if (line[static_cast<size_t>(bytes)] == '*') continue;  // the middle of a /* comment */
    uses_tabs_ = line[0] == '\t';
    indent_width_ = uses_tabs_ ? kTabWidth : bytes == 2 || bytes == 3 ? 2 : 4;
    return;
  }
}

// ---- changing ----------------------------------------------------------------------------------

Position CodeText::apply(Position at, std::string_view removed, std::string_view inserted) {
  LineChange lines{at.line, count_line_ends(removed), count_line_ends(inserted), at.column == 0};
  if (!removed.empty()) {
    Position end = at;
    const size_t last = removed.rfind('\n');
    end.line += lines.removed;
    end.column = last == std::string_view::npos ? at.column + static_cast<int>(removed.size())
                                                : static_cast<int>(removed.size() - last - 1);
    buffer_.erase({at, end});
  }
  if (lines.removed || lines.inserted) line_changes_.push_back(lines);
  return inserted.empty() ? at : buffer_.insert(at, inserted);
}

void CodeText::begin_step(bool typing) {
  step_ = Step{};
  step_->before = carets();
  step_->typing = typing;
}

void CodeText::end_step() {
  main_.wanted_column = -1;
  columns_.reset();
  forget_pairs();
  Step step = std::move(*step_);
  step_.reset();
  if (step.changes.empty()) return;
  step.after = carets();
  redo_.clear();
  if (undo_.empty() || !goes_on_with(undo_.back(), step)) {
    undo_.push_back(std::move(step));
    return;
  }
  Step& last = undo_.back();
  if (last.changes.size() == 1 && step.changes.size() == 1)
    last.changes[0].inserted += step.changes[0].inserted;
  else
    last.changes.insert(last.changes.end(), std::make_move_iterator(step.changes.begin()),
                        std::make_move_iterator(step.changes.end()));
  last.after = std::move(step.after);
}

void CodeText::end_typing() {
  if (!undo_.empty()) undo_.back().typing = false;
}

// Letters typed one after the other are undone together, up to the end of a word.
bool CodeText::goes_on_with(const Step& last, const Step& now) const {
  if (!last.typing || !now.typing || last.after.size() != now.before.size()) return false;
  for (size_t i = 0; i < now.before.size(); ++i)
    if (last.after[i].at != now.before[i].at) return false;
  const bool erases = std::any_of(now.changes.begin(), now.changes.end(),
                                  [](const Change& change) { return !change.removed.empty(); });
  if (erases || last.changes.back().inserted.empty()) return false;
  return !is_blank(last.changes.back().inserted.back()) ||
         is_blank(now.changes.front().inserted.front());
}

Position CodeText::replace(const Range& range, std::string_view text) {
  return replace_exactly(range, buffer_.with_own_line_ends(text));
}

Position CodeText::replace_exactly(const Range& range, std::string text) {
  std::string removed = buffer_.exact_text(range);
  if (removed.empty() && text.empty()) return range.begin;
  const Position end = apply(range.begin, removed, text);
  step_->changes.push_back({range.begin, std::move(removed), std::move(text)});
  move_places(range, end);
  return end;
}

void CodeText::move_places(const Range& removed, Position end) {
  const auto move = [&](Caret& caret) {
    caret.at = moved(caret.at, removed, end, false);
    caret.anchor = moved(caret.anchor, removed, end, false);
    caret.wanted_column = -1;
  };
  move(main_);
  for (Caret& caret : others_) move(caret);
  for (Pair& pair : pairs_) {
    pair.open = moved(pair.open, removed, end, true);
    pair.close = moved(pair.close, removed, end, true);
  }
}

void CodeText::drop_selection() {
  if (has_selection()) place_here(replace(selection(), {}));
}

// ---- typing ------------------------------------------------------------------------------------

void CodeText::type(std::string_view utf8) {
  begin_step(true);
  at_each_caret([&] { type_here(utf8); });
  end_step();
}

void CodeText::type_here(std::string_view utf8) {
  if (type_over(utf8) || put_between(utf8)) return;
  drop_selection();
  if (utf8 == "}") outdent_for_brace();
  const std::string_view partner = partner_for(utf8);
  const Position open = main_.at;
  const Position end = replace({open, open}, std::string(utf8) + std::string(partner));
  const Position inside{end.line, end.column - static_cast<int>(partner.size())};
  place_here(inside);
  if (partner.empty()) return;
  step_->typing = false;
  pairs_.push_back({open, inside});
}

// A partner that came by itself is stepped over; a brace also where blank lines are before it,
// which go.
bool CodeText::type_over(std::string_view utf8) {
  if (utf8.size() != 1 || has_selection()) return false;
  const bool is_brace = utf8 == "}";
  for (size_t i = pairs_.size(); i-- > 0;) {
    const Position close = pairs_[i].close;
    if (close < main_.at || letter_at_place(close) != utf8[0]) continue;
    const std::string between = buffer_.text({main_.at, close});
    if (!(is_brace ? between.find_first_not_of(" \t\n") == std::string::npos : between.empty()))
      continue;
    const std::string_view before = std::string_view(buffer_.line(main_.at.line))
                                        .substr(0, static_cast<size_t>(main_.at.column));
    pairs_.erase(pairs_.begin() + static_cast<std::ptrdiff_t>(i));
    Position to = close;
    if (main_.at.line < close.line && is_blank(before))
      to.line = replace({{main_.at.line, 0}, {close.line, 0}}, {}).line;
    place_here({to.line, to.column + 1});
    return true;
  }
  return false;
}

bool CodeText::put_between(std::string_view utf8) {
  if (!has_selection()) return false;
  for (const std::string_view pair : kTypedPairs) {
    if (utf8 != pair.substr(0, 1)) continue;
    const bool forward = main_.anchor < main_.at;
    step_->typing = false;
    const Range chosen = selection();
    replace({chosen.end, chosen.end}, pair.substr(1));
    replace({chosen.begin, chosen.begin}, pair.substr(0, 1));
    const Position begin{chosen.begin.line, chosen.begin.column + 1};
    Position end = chosen.end;
    if (end.line == begin.line) ++end.column;
    main_ = forward ? Caret{end, begin} : Caret{begin, end};
    return true;
  }
  return false;
}

std::string_view CodeText::partner_for(std::string_view utf8) const {
  if (utf8.size() != 1) return {};
  const std::string& line = buffer_.line(main_.at.line);
  const auto column = static_cast<size_t>(main_.at.column);
  // What is put in front of a word is meant for the word.
  constexpr std::string_view kMayFollow = " \t)]};,";
  if (column < line.size() && kMayFollow.find(line[column]) == std::string_view::npos) return {};
  for (const std::string_view pair : kTypedPairs) {
    if (utf8 != pair.substr(0, 1)) continue;
    if (inside_of(line, line_state(main_.at.line), main_.at.column) != Inside::code) return {};
    const char before = column > 0 ? line[column - 1] : ' ';
    // 1'000'000, and the end of a string.
    if (is_quote(pair[0]) && (is_word_byte(before) || is_quote(before))) return {};
    return pair.substr(1);
  }
  return {};
}

void CodeText::outdent_for_brace() {
  if (main_.at.column == 0) return;
  const std::string& line = buffer_.line(main_.at.line);
  const std::string_view before =
      std::string_view(line).substr(0, static_cast<size_t>(main_.at.column));
  if (!is_blank(before)) return;
  const int width = screen_column(line, main_.at.column);
  const int target = std::max(0, (width - 1) / indent_width_ * indent_width_);
  step_->typing = false;
  place_here(replace({{main_.at.line, byte_column(before, target)}, main_.at}, {}));
}

// '\n' where no letter is.
char CodeText::letter_at_place(Position p) const {
  if (p.line >= buffer_.line_count()) return '\n';
  const std::string& line = buffer_.line(p.line);
  return p.column < static_cast<int>(line.size()) ? line[static_cast<size_t>(p.column)] : '\n';
}

// A pair is kept while a caret is in it.
void CodeText::forget_pairs() {
  if (pairs_.empty()) return;
  const std::vector<Caret> all = carets();
  std::erase_if(pairs_, [&](const Pair& pair) {
    if (std::string_view(")]}\"'").find(letter_at_place(pair.close)) == std::string_view::npos)
      return true;
    return std::none_of(all.begin(), all.end(), [&](const Caret& caret) {
      return pair.open < caret.at && caret.at <= pair.close;
    });
  });
}

void CodeText::insert(std::string_view text) {
  begin_step(false);
  // As many lines as there are carets: one for each, in their order.
  std::vector<std::string> lines;
  if (const auto count = static_cast<int>(others_.size()) + 1;
      count > 1 && count_line_ends(text) == count - 1) {
    const TextBuffer split(text);
    for (int i = 0; i < split.line_count(); ++i) lines.push_back(split.line(i));
  }
  at_each_caret([&] {
    size_t rank = 0;
    for (const Caret& other : others_) rank += other.at < main_.at;
    place_here(replace(selection(), lines.empty() ? text : std::string_view(lines[rank])));
  });
  end_step();
}

void CodeText::complete(int begin, std::string_view text) {
  begin_step(false);
  const int typed = main_.at.column - begin;
  at_each_caret([&] {
    const Position from{main_.at.line, std::max(main_.at.column - typed, 0)};
    place_here(replace({from, main_.at}, text));
  });
  end_step();
}

void CodeText::new_line() {
  begin_step(false);
  at_each_caret([&] { new_line_here(); });
  end_step();
}

void CodeText::new_line_here() {
  drop_selection();
  const std::string& line = buffer_.line(main_.at.line);
  const int indentation = std::min(indentation_bytes(line), main_.at.column);
  std::string text = "\n" + line.substr(0, static_cast<size_t>(indentation));
  std::string_view before = std::string_view(line).substr(0, static_cast<size_t>(main_.at.column));
  while (!before.empty() && is_blank(before.back())) before.remove_suffix(1);
  std::string_view after = std::string_view(line).substr(static_cast<size_t>(main_.at.column));
  while (!after.empty() && is_blank(after.front())) after.remove_prefix(1);
  const std::string outer = text;
  const bool opens = before.ends_with('{');
  if (opens) text += indent_unit();
  const bool splits_block = opens && after.starts_with('}');
  // Spaces after the caret would add to the new line's indentation.
  const Position after_spaces{main_.at.line, static_cast<int>(line.size() - after.size())};
  const Position end = replace({main_.at, after_spaces}, text);
  if (splits_block) replace({end, end}, outer);
  place_here(end);
}

void CodeText::erase_backward(bool word) {
  begin_step(false);
  at_each_caret([&] { erase_backward_here(word); });
  end_step();
}

void CodeText::erase_backward_here(bool word) {
  if (has_selection()) return drop_selection();
  Range range{word ? word_left(main_.at) : buffer_.previous(main_.at), main_.at};
  const std::string& line = buffer_.line(main_.at.line);
  const std::string_view before =
      std::string_view(line).substr(0, static_cast<size_t>(main_.at.column));
  // Inside the indentation a press goes back a whole level.
  if (!word && before.find_first_not_of(' ') == std::string_view::npos && !before.empty())
    range.begin.column = (main_.at.column - 1) / indent_width_ * indent_width_;
  const bool in_pair = std::any_of(pairs_.begin(), pairs_.end(), [&](const Pair& pair) {
    return pair.open == range.begin && pair.close == range.end;
  });
  if (!word && in_pair) range.end = buffer_.next(range.end);
  place_here(replace(range, {}));
}

void CodeText::erase_forward(bool word) {
  begin_step(false);
  at_each_caret([&] {
    if (has_selection()) return drop_selection();
    place_here(replace({main_.at, word ? word_right(main_.at) : buffer_.next(main_.at)}, {}));
  });
  end_step();
}

void CodeText::replace_matches(const std::vector<Range>& matches, std::string_view text) {
  keep_main_caret();
  begin_step(false);
  for (size_t i = matches.size(); i-- > 0;) replace(matches[i], text);
  end_step();
}

void CodeText::replace_all(std::string_view text) {
  keep_main_caret();
  begin_step(false);
  const Position caret = main_.at;
  replace_exactly({{}, buffer_.end()}, std::string(text));
  place_here(buffer_.clamp(caret));
  end_step();
}

// ---- undo --------------------------------------------------------------------------------------

void CodeText::undo() {
  if (undo_.empty()) return;
  Step step = std::move(undo_.back());
  undo_.pop_back();
  for (auto change = step.changes.rbegin(); change != step.changes.rend(); ++change)
    apply(change->at, change->inserted, change->removed);
  set_carets(step.before);
  redo_.push_back(std::move(step));
  if (!undo_.empty()) undo_.back().typing = false;
}

void CodeText::redo() {
  if (redo_.empty()) return;
  Step step = std::move(redo_.back());
  redo_.pop_back();
  for (const Change& change : step.changes) apply(change.at, change.removed, change.inserted);
  set_carets(step.after);
  step.typing = false;
  undo_.push_back(std::move(step));
}

std::vector<LineChange> CodeText::take_line_changes() { return std::exchange(line_changes_, {}); }

}  // namespace warplab::app
