// Several carets at once.
#include <algorithm>
#include <cstdlib>

#include "editor/code_text.hpp"

namespace warplab::app {

std::vector<Caret> CodeText::carets() const {
  std::vector<Caret> all{main_};
  all.insert(all.end(), others_.begin(), others_.end());
  return all;
}

void CodeText::set_carets(const std::vector<Caret>& carets) {
  main_ = carets.front();
  main_.wanted_column = -1;
  others_.assign(carets.begin() + 1, carets.end());
  columns_.reset();
  pairs_.clear();
}

void CodeText::keep_main_caret() {
  others_.clear();
  columns_.reset();
  chosen_word_.clear();
}

// Carets that have come to one place, or whose selections overlap, are one from then on.
void CodeText::join_carets() {
  if (others_.empty()) return;
  struct Placed {
    Caret caret;
    bool is_main;
  };
  std::vector<Placed> placed{{main_, true}};
  for (const Caret& caret : others_) placed.push_back({caret, false});
  std::stable_sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) {
    return a.caret.selection().begin < b.caret.selection().begin;
  });
  std::vector<Placed> kept;
  for (const Placed& next : placed) {
    const Range range = next.caret.selection();
    const Range last = kept.empty() ? Range{} : kept.back().caret.selection();
    const bool overlaps = !kept.empty() && (range.begin < last.end || range.begin == last.begin ||
                                            (range.empty() && range.begin == last.end));
    if (!overlaps) {
      kept.push_back(next);
      continue;
    }
    Caret& joined = kept.back().caret;
    const Position end = std::max(last.end, range.end);
    joined = joined.at < joined.anchor ? Caret{last.begin, end} : Caret{end, last.begin};
    kept.back().is_main |= next.is_main;
  }
  others_.clear();
  for (const Placed& one : kept) {
    if (one.is_main) main_ = one.caret;
    else others_.push_back(one.caret);
  }
}

void CodeText::add_caret(Position at) {
  at = buffer_.clamp(at);
  columns_.reset();
  const auto there = std::find_if(others_.begin(), others_.end(), [&](const Caret& caret) {
    return caret.at == at && !caret.has_selection();
  });
  if (there != others_.end()) {
    others_.erase(there);
    return;
  }
  others_.push_back(main_);
  place_here(at);
  join_carets();
  if (!undo_.empty()) undo_.back().typing = false;
}

void CodeText::select_columns(Position anchor, int anchor_column, Position to, int to_column) {
  const int lines = buffer_.line_count();
  const Columns wanted{std::clamp(anchor.line, 0, lines - 1), std::max(anchor_column, 0),
                       std::clamp(to.line, 0, lines - 1), std::max(to_column, 0)};
  keep_main_caret();
  const int least = std::min(wanted.anchor_column, wanted.column);
  const int step = wanted.line < wanted.anchor_line ? -1 : 1;
  std::vector<Caret> carets;
  for (int i = wanted.anchor_line;; i += step) {
    const std::string& line = buffer_.line(i);
    // A line that ends before the rectangle begins is not in it.
    const bool reaches = screen_column(line, static_cast<int>(line.size())) >= least;
    if (reaches || i == wanted.line)
      carets.push_back(
          {{i, byte_column(line, wanted.column)}, {i, byte_column(line, wanted.anchor_column)}});
    if (i == wanted.line) break;
  }
  main_ = carets.back();
  carets.pop_back();
  others_ = std::move(carets);
  columns_ = wanted;
  if (!undo_.empty()) undo_.back().typing = false;
}

void CodeText::extend_columns(int columns, int lines) {
  const auto column_of = [&](Position p) { return screen_column(buffer_.line(p.line), p.column); };
  const Columns from = columns_.value_or(
      Columns{main_.anchor.line, column_of(main_.anchor), main_.at.line, column_of(main_.at)});
  select_columns({from.anchor_line, 0}, from.anchor_column, {from.line + lines, 0},
                 from.column + columns);
}

bool CodeText::add_occurrence() {
  const std::string needle = buffer_.text(main_.selection());
  if (needle.empty() || needle.find('\n') != std::string::npos) return false;
  const FindOptions options{true, needle == chosen_word_};
  const auto found = find_in(buffer_, needle, main_.selection().end, false, options);
  if (!found) return false;
  for (const Caret& caret : carets())
    if (caret.selection() == *found) return false;  // once round
  others_.push_back(main_);
  main_ = {found->end, found->begin};
  return true;
}

void CodeText::select_next() {
  columns_.reset();
  if (has_selection()) {
    add_occurrence();
    return;
  }
  const Range word = word_at(main_.at);
  if (word.empty()) return;
  select(word.begin, word.end);
  chosen_word_ = buffer_.text(word);
}

void CodeText::select_every() {
  if (!has_selection()) select_next();
  const std::string needle = buffer_.text(main_.selection());
  if (needle.empty() || needle.find('\n') != std::string::npos) return;
  // More carets than this are no longer typed with in time.
  constexpr size_t kMostCarets = 1000;
  const FindOptions options{true, needle == chosen_word_};
  const Range here = main_.selection();
  others_.clear();
  for (const Range& found : find_all_in(buffer_, needle, options, kMostCarets))
    if (found != here) others_.push_back({found.end, found.begin});
}

}  // namespace warplab::app
