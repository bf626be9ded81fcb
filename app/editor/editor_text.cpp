#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

#include "draw/widgets.hpp"
#include "editor/editor_gutter.hpp"
#include "editor/editor_view.hpp"
#include "editor/line_mark.hpp"
#include "editor/text_places.hpp"

namespace warplab::app {
namespace {

// The last letter that ImGui has room for.
constexpr char32_t kLastWideChar = sizeof(ImWchar) == 2 ? 0xFFFF : 0x10FFFF;

// A caret that blinks for ever keeps an idle window awake, so it stays on after a while.
constexpr double kBlinkHalf = 0.53, kBlinkFor = 6;
// A name is explained when the mouse rests on it, not while it passes.
constexpr double kHoverRest = 0.35;

class TextArea {
 public:
  TextArea(Ui& ui, EditorState& state, Work& work, const Builtins& builtins)
      : ui_(ui),
        state_(state),
        work_(work),
        builtins_(builtins),
        code_(work.document.code()),
        color_(ui.color()),
        font_(ui.fonts.code),
        gutter_(ui, work),
        places_{code_.buffer(),
                wrap_,
                font_->FontSize,
                font_->GetCharAdvance('0'),
                std::round(font_->FontSize * 1.45f),
                gutter_.width(),
                {}},
        lines_(code_.buffer().line_count()) {}

  void draw() {
    measure_widest();
    break_lines();
    const float width =
        wrap_.is_on()
            ? 0
            : places_.gutter + places_.advance * static_cast<float>(state_.widest_columns + 4);
    const ImVec2 view = ImGui::GetContentRegionAvail();
    const float height = places_.line_height * static_cast<float>(wrap_.row_count()) + ui_.px(16);
    // Half a page below the end, so that the last line need not stay at the bottom.
    const ImVec2 size{std::max(width, view.x), std::max(height + view.y * 0.4f, view.y)};
    places_.origin = ImGui::GetCursorScreenPos();
    places_.origin.y += ui_.px(6);
    ImGui::InvisibleButton("text", size);
    hovered_ = ImGui::IsItemHovered();
    note_item(ui_, "editor text").is_text = true;
    const ImVec2 first{places_.origin.x + places_.gutter, places_.origin.y};
    note_item(ui_, "first letter", 0, first,
              {first.x + places_.advance, first.y + places_.line_height});
    handle_mouse();
    lines_ = code_.buffer().line_count();  // its menu may have changed the text
    break_lines();
    if (state_.reveal_caret) reveal_caret();
    reveal_executing_line();

    window_min_ = ImGui::GetWindowPos();
    const ImVec2 window_size = ImGui::GetWindowSize();
    window_max_ = {window_min_.x + window_size.x, window_min_.y + window_size.y};
    first_ = places_.line_at(window_min_.y);
    last_ = places_.line_at(window_max_.y);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_behind(list);
    for (int i = first_; i <= last_; ++i) draw_line(list, i);
    draw_carets(list);
    gutter_.draw(list, places_, {window_min_, window_max_, first_, last_, ImGui::GetScrollX() > 0});
    if (hovered_) draw_tooltip();
    draw_list();
  }

 private:
  // Where lines are broken that are wider than the pane, if the student wants it.
  void break_lines() {
    constexpr int kLeastColumns = 20;
    const float room = ImGui::GetWindowWidth() - places_.gutter - ImGui::GetStyle().ScrollbarSize -
                       places_.advance;
    wrap_.update(
        code_.buffer(),
        state_.wraps ? std::max(static_cast<int>(room / places_.advance), kLeastColumns) : 0);
  }

  void measure_widest() {
    const TextBuffer& buffer = code_.buffer();
    if (state_.widest_version == buffer.version()) return;
    state_.widest_version = buffer.version();
    state_.widest_columns = 0;
    for (int i = 0; i < lines_; ++i) {
      const std::string_view line = buffer.line(i);
      // A letter has no more columns than bytes, but for tabs: most lines are seen to be narrower.
      if (static_cast<int>(line.size()) <= state_.widest_columns &&
          line.find('\t') == std::string_view::npos)
        continue;
      state_.widest_columns =
          std::max(state_.widest_columns, screen_column(line, static_cast<int>(line.size())));
    }
  }

  bool over_gutter(ImVec2 mouse) const {
    return mouse.x < ImGui::GetWindowPos().x + places_.gutter;
  }

  void handle_mouse() {
    const ImGuiIO& io = ImGui::GetIO();
    const bool in_gutter = over_gutter(io.MousePos);
    if (hovered_ && !in_gutter) ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    if (ImGui::IsItemActivated()) {
      const Position at = places_.position_at(io.MousePos);
      state_.focus_request = true;
      state_.last_key = ui_.now;
      const int clicks = io.MouseClickedCount[0];
      state_.dragging = false;
      if (in_gutter && on_badge(io.MousePos, at.line)) {
        code_.place({at.line, 0});
        ui_.ask(SelectLine{at.line + 1, {}});
        ui_.ask(ShowTab{Tab::memory});
      } else if (in_gutter) {
        ui_.ask(ToggleBreakpoint{at.line + 1});
      } else if (clicks >= 3) {
        code_.select_line(at.line);
      } else if (clicks == 2) {
        code_.select_word(at);
      } else if (io.KeyAlt) {
        if (io.KeyShift) code_.place(at);
        else code_.add_caret(at);
        state_.column_anchor = at;
        state_.anchor_column = places_.column_at(io.MousePos);
        state_.dragging = true;
      } else {
        code_.place(at, io.KeyShift);
        state_.dragging = true;
      }
      close_completions(state_.completion);
    } else if (ImGui::IsItemActive() && state_.dragging && ImGui::IsMouseDragging(0, 2)) {
      if (state_.column_anchor)
        code_.select_columns(*state_.column_anchor, state_.anchor_column,
                             places_.position_at(io.MousePos), places_.column_at(io.MousePos));
      else code_.place(places_.position_at(io.MousePos), true);
      state_.reveal_caret = true;
      state_.last_key = ui_.now;
    }
    if (!ImGui::IsMouseDown(0)) state_.column_anchor.reset();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui_.px(10), ui_.px(8)});
    if (ImGui::BeginPopupContextItem("menu")) {
      draw_menu();
      ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
  }

  bool on_badge(ImVec2 mouse, int line) const {
    return gutter_.on_badge(mouse.x - ImGui::GetWindowPos().x, mark_of(work_.marks, line + 1));
  }

  void draw_menu() {
    const bool chosen = code_.has_selection();
    if (ImGui::MenuItem("Cut", "Ctrl+X", false, chosen)) {
      ImGui::SetClipboardText(code_.selected_text().c_str());
      code_.erase_forward(false);
    }
    if (ImGui::MenuItem("Copy", "Ctrl+C", false, chosen))
      ImGui::SetClipboardText(code_.selected_text().c_str());
    if (ImGui::MenuItem("Paste", "Ctrl+V"))
      if (const char* text = ImGui::GetClipboardText()) code_.insert(text);
    ImGui::Separator();
    if (ImGui::MenuItem("Undo", "Ctrl+Z", false, code_.can_undo())) code_.undo();
    if (ImGui::MenuItem("Redo", "Ctrl+Y", false, code_.can_redo())) code_.redo();
    ImGui::Separator();
    if (ImGui::MenuItem("Comment or uncomment", "Ctrl+/")) code_.toggle_comment();
    if (ImGui::MenuItem("Duplicate line", "Ctrl+Shift+D")) code_.duplicate_lines(1);
    if (ImGui::MenuItem("Select next occurrence", "Ctrl+D")) code_.select_next();
    if (ImGui::MenuItem("Select all", "Ctrl+A")) code_.select_all();
    ImGui::Separator();
    if (ImGui::MenuItem("Find", "Ctrl+F")) open_bar(state_.bar, code_, FindBar::Kind::find);
    if (ImGui::MenuItem("Replace", "Ctrl+H"))
      open_bar(state_.bar, code_, FindBar::Kind::find, true);
    if (ImGui::MenuItem("Breakpoint", "Ctrl+F9")) ui_.ask(ToggleBreakpoint{code_.caret().line + 1});
    if (ImGui::MenuItem("Run", "F5")) ui_.ask(RunNow{});
  }

  void reveal_caret() {
    state_.reveal_caret = false;
    const ImVec2 view{ImGui::GetWindowWidth(), ImGui::GetWindowHeight()};
    const float top = places_.y_at(code_.caret()) - places_.origin.y + ui_.px(6);
    const float left = places_.x_of(code_.caret()) - places_.origin.x;
    float y = ImGui::GetScrollY(), x = ImGui::GetScrollX();
    const bool outside =
        top < y + places_.line_height || top + 2 * places_.line_height > y + view.y;
    if (state_.center_caret && outside) {
      y = top - view.y / 2;
    } else {
      y = std::min(y, top - places_.line_height);
      y = std::max(y, top + 2.5f * places_.line_height - view.y);
    }
    state_.center_caret = false;
    // Lines are read from their beginning wherever that leaves the caret in sight.
    const float needed = left + 4 * places_.advance - view.x + ui_.px(14);
    if (needed <= 0) x = 0;
    else if (left - places_.gutter < x + 2 * places_.advance)
      x = left - places_.gutter - 8 * places_.advance;
    x = std::max(x, needed);
    ImGui::SetScrollY(std::max(y, 0.0f));
    ImGui::SetScrollX(std::max(x, 0.0f));
  }

  // What executes next comes into sight as it changes.
  void reveal_executing_line() {
    const int seen = std::exchange(state_.executing_seen, work_.executing_line);
    const int line = line_now(work_.executing_line, work_.marks.moved) - 1;
    if (seen == work_.executing_line || line < 0) return;
    const float top = places_.y_of(line) - places_.origin.y, view = ImGui::GetWindowHeight();
    const float y = ImGui::GetScrollY();
    if (top < y || top + 2 * places_.line_height > y + view)
      ImGui::SetScrollY(std::max(top - view / 2, 0.0f));
  }

  void fill(ImDrawList& list, const Range& range, ImU32 color) const {
    for (int i = std::max(range.begin.line, first_); i <= std::min(range.end.line, last_); ++i) {
      const int size = static_cast<int>(code_.buffer().line(i).size());
      const int begin = i == range.begin.line ? range.begin.column : 0;
      const bool goes_on = i < range.end.line;
      const int end = goes_on ? size : range.end.column;
      places_.each_row(i, begin, end, [&](int row, int from, int to) {
        const float line_end = goes_on && to == size ? places_.advance * 0.6f : 0;
        list.AddRectFilled(
            {places_.x_in(row, i, from), places_.y_of_row(row)},
            {places_.x_in(row, i, to) + line_end, places_.y_of_row(row) + places_.line_height},
            color);
      });
    }
  }

  void draw_behind(ImDrawList& list) const {
    const int line = code_.caret().line;
    list.AddRectFilled({window_min_.x, places_.y_of(line)},
                       {window_max_.x, places_.y_of(line) + places_.height_of(line)},
                       color_.current_line);
    draw_line_to_mend(list);
    draw_executing_line(list);
    draw_guides(list);
    if (state_.bar.kind == FindBar::Kind::find) {
      const std::vector<Range>& all = find_matches(state_.bar, code_).all;
      auto found = std::lower_bound(all.begin(), all.end(), Position{first_, 0},
                                    [](const Range& a, Position p) { return a.begin < p; });
      for (; found != all.end() && found->begin.line <= last_; ++found)
        if (*found != code_.selection()) fill(list, *found, color_.find_match);
    }
    for (const Caret& caret : code_.other_carets())
      if (caret.has_selection()) fill(list, caret.selection(), color_.selection);
    if (code_.has_selection()) fill(list, code_.selection(), color_.selection);
    if (const auto pair = state_.focused ? code_.bracket_pair() : std::nullopt)
      for (const Position& at : {pair->begin, pair->end})
        list.AddRect(
            {places_.x_of(at), places_.y_at(at) + 1},
            {places_.x_of(at) + places_.advance, places_.y_at(at) + places_.line_height - 1},
            color_.bracket, ui_.px(2));
  }

  // The line of what is to be mended first has a ground of its own.
  void draw_line_to_mend(ImDrawList& list) const {
    if (work_.marks.messages.empty()) return;
    const Message& first = work_.marks.messages.front();
    const int line = first.line - 1;
    if (first.severity == Severity::note || line < first_ || line > last_) return;
    list.AddRectFilled(
        {window_min_.x, places_.y_of(line)},
        {window_max_.x, places_.y_of(line) + places_.height_of(line)},
        with_alpha(first.severity == Severity::error ? color_.fail : color_.warn, 0.11f));
  }

  // What executes next in a walk, with an arrow at its number.
  void draw_executing_line(ImDrawList& list) const {
    const int line = line_now(work_.executing_line, work_.marks.moved) - 1;
    if (work_.executing_line <= 0 || line < first_ || line > last_) return;
    const float top = places_.y_of(line), bottom = top + places_.height_of(line);
    list.AddRectFilled({window_min_.x, top}, {window_max_.x, bottom},
                       with_alpha(color_.accent, 0.28f));
    list.AddRectFilled({window_min_.x, top}, {window_min_.x + ui_.px(4), bottom}, color_.accent);
  }

  // A thin line for each level that a line lies within; an empty line has those of its neighbours,
  // and one that goes on with what the line before began has that one's.
  void draw_guides(ImDrawList& list) const {
    const int width = code_.indent_width();
    const auto columns_of_line = [&](int index) {
      const std::string& line = code_.buffer().line(index);
      const size_t begin = line.find_first_not_of(" \t");
      return begin == std::string::npos ? -1 : screen_column(line, static_cast<int>(begin));
    };
    // Blank lines look this far for one with text.
    constexpr int kMostBlank = 50;
    const auto near = [&](int from, int step) {
      for (int i = from, seen = 0; i >= 0 && i < lines_ && seen < kMostBlank; i += step, ++seen)
        if (const int columns = columns_of_line(i); columns >= 0) return columns;
      return 0;
    };
    int level = 0;  // of the last line that began something
    for (int i = std::max(first_ - kMostBlank, 0); i <= last_; ++i) {
      int columns = columns_of_line(i);
      if (columns < 0) columns = std::min({near(i, -1), near(i, 1), level + width});
      else if (columns > level + width) columns = level + 1;
      else level = columns;
      if (i < first_) continue;
      for (int column = width; column < columns; column += width) {
        const float x = std::round(places_.origin.x + places_.gutter +
                                   places_.advance * static_cast<float>(column));
        list.AddRectFilled({x, places_.y_of(i)}, {x + 1, places_.y_of(i) + places_.height_of(i)},
                           color_.border);
      }
    }
  }

  // Fonts with this letter are looked for before the next frame; once for each.
  void miss(char32_t letter) const {
    if (ui_.missing_letters.insert(letter).second) ui_.wake_within(0);
  }

  // Letters that are not ASCII each begin at their own column: another font may draw them wider or
  // narrower. Tabs inside a token (a comment) begin a new column.
  void put_piece(ImDrawList& list, int index, int begin, int end, ImU32 color) const {
    const std::string_view line = code_.buffer().line(index);
    const float y = places_.letters_in(places_.y_at({index, begin}));
    int from = begin;
    const auto put = [&](int to) {
      if (to > from)
        put_text(list, font_, {std::round(places_.x_of({index, from})), y}, color,
                 line.substr(static_cast<size_t>(from), static_cast<size_t>(to - from)));
    };
    for (int i = begin; i < end;) {
      const Letter letter = letter_at(line, static_cast<size_t>(i));
      const int next = std::min(i + letter.bytes, end);
      if (letter.code == '\t' || letter.code >= 0x80) {
        put(i);
        if (letter.code >= 0x80 && letter.code <= kLastWideChar &&
            !font_->FindGlyphNoFallback(static_cast<ImWchar>(letter.code)))
          miss(letter.code);
        from = letter.code == '\t' ? next : i;
        if (letter.code != '\t') put(next);
        from = next;
      }
      i = next;
    }
    put(end);
  }

  void draw_line(ImDrawList& list, int index) {
    const std::string& line = code_.buffer().line(index);
    LineState state = code_.line_state(index);
    for (const Token& token : tokenize(line, state))
      places_.each_row(index, token.begin, token.end, [&](int, int from, int to) {
        put_piece(list, index, from, to, color_of(color_, token.kind));
      });
    // Mildest first: an error is drawn over a warning.
    for (size_t i = work_.marks.messages.size(); i-- > 0;) {
      const Message& message = work_.marks.messages[i];
      const bool is_here = message.line == index + 1 || message.other_line == index + 1;
      if (is_here && message.severity != Severity::note) draw_squiggle(list, index, message);
    }
  }

  // What a message is about: the word at its column, else the line.
  std::pair<int, int> marked_part(int index, const Message& message) const {
    const std::string& line = code_.buffer().line(index);
    const int size = static_cast<int>(line.size());
    const auto first = static_cast<int>(std::min(line.find_first_not_of(" \t"), line.size()));
    if (message.column <= 0 || message.line != index + 1) return {first, size};
    const int begin = std::min(message.column - 1, size);
    LineState state = code_.line_state(index);
    for (const Token& token : tokenize(line, state))
      if (token.begin <= begin && begin < token.end) return {begin, token.end};
    return {begin, std::min(begin + 1, size)};
  }

  void draw_squiggle(ImDrawList& list, int index, const Message& message) const {
    const auto [begin, end] = marked_part(index, message);
    const ImU32 color = message.severity == Severity::error ? color_.fail : color_.warn;
    const float step = ui_.px(2.5f);
    places_.each_row(index, begin, end, [&](int row, int from, int to) {
      const float y = places_.y_of_row(row) + places_.line_height - ui_.px(2.5f);
      float x = places_.x_in(row, index, from);
      const float x1 = std::max(places_.x_in(row, index, to), x + places_.advance);
      for (int i = 0; x <= x1; ++i, x += step) list.PathLineTo({x, y + (i % 2 ? ui_.px(1.5f) : 0)});
      list.PathStroke(color, 0, std::max(1.0f, ui_.px(1.2f)));
    });
  }

  void draw_carets(ImDrawList& list) const {
    if (!state_.focused) return;
    const double since = ui_.now - state_.last_key;
    if (since < kBlinkFor) {
      const double phase = std::fmod(since, 2 * kBlinkHalf);
      ui_.wake_within(phase < kBlinkHalf ? kBlinkHalf - phase : 2 * kBlinkHalf - phase);
      if (phase >= kBlinkHalf) return;
    }
    draw_caret(list, code_.caret());
    for (const Caret& caret : code_.other_carets()) draw_caret(list, caret.at);
  }

  void draw_caret(ImDrawList& list, Position at) const {
    const float x = std::round(places_.x_of(at)), y = places_.y_at(at);
    list.AddRectFilled({x, y + ui_.px(2)},
                       {x + std::max(1.5f, ui_.px(1.6f)), y + places_.line_height - ui_.px(2)},
                       color_.text);
  }

  // Where a tooltip about a line goes: below the line, but never over the one that is being typed.
  void explain(int line, const std::string& text) {
    const ImVec2 size = tooltip_size(ui_, text), screen = ImGui::GetIO().DisplaySize;
    const float gap = ui_.px(4), top = places_.y_of(line), caret = places_.y_at(code_.caret());
    const auto covers_caret = [&](float y) {
      return state_.focused && y < caret + places_.line_height && y + size.y > caret;
    };
    float y = top + places_.line_height + gap;
    if (covers_caret(y) || y + size.y > screen.y) y = top - gap - size.y;
    if (covers_caret(y) || y < 0) y = std::max(top, caret) + places_.line_height + gap;
    const float x = std::clamp(ImGui::GetIO().MousePos.x, 0.0f, std::max(screen.x - size.x, 0.0f));
    tooltip_at(ui_, {x, y}, text);
  }

  // A key takes a tooltip away until the mouse moves.
  bool mouse_rests() {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (mouse.x != state_.mouse.x || mouse.y != state_.mouse.y) {
      state_.mouse = mouse;
      state_.mouse_rests_since = ui_.now;
      state_.explains = true;
    }
    const double left = state_.mouse_rests_since + kHoverRest - ui_.now;
    if (state_.explains && left > 0) ui_.wake_within(left);
    return left <= 0;
  }

  std::string badge_text(const LineMark& mark) const {
    std::string text = cost_text(*mark.cost, is_stale(work_));
    if (!is_stale(work_) && work_.outcome->result.verdict == verdict::Status::pass)
      text += "\n\nThe exercise passes with it: no check asks for less.";
    return text;
  }

  void draw_tooltip() {
    const bool rests = mouse_rests();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const int row =
        static_cast<int>(std::floor((mouse.y - places_.origin.y) / places_.line_height));
    if (row < 0 || row >= wrap_.row_count() || ImGui::IsMouseDown(0)) return;
    const int line = wrap_.row(code_.buffer(), row).line;
    if (!state_.explains || state_.completion.is_open) return;
    const LineMark mark = mark_of(work_.marks, line + 1);
    const float x = mouse.x - window_min_.x;
    if (gutter_.on_badge(x, mark)) return explain(line, badge_text(mark));
    const float end = places_.x_in(row, line, wrap_.row(code_.buffer(), row).end) + places_.advance;
    if (const data::Breakpoint* at = gutter_.breakpoint_at(line);
        at && !mark.worst && x < places_.gutter)
      return explain(line, breakpoint_text(*at));
    if (mark.worst && (x < places_.gutter || mouse.x <= end)) return explain(line, mark.text);
    if (!rests || x < places_.gutter || mouse.x > end) return;
    if (const auto said = explanation_under(mouse, line)) explain(line, *said);
  }

  std::optional<std::string> explanation_under(ImVec2 mouse, int line) {
    // The letter that the mouse is over, not the gap that is nearest to it.
    const int column =
        static_cast<int>((mouse.x - places_.origin.x - places_.gutter) / places_.advance);
    const Position at = wrap_.position_at(code_.buffer(), {places_.row_at(mouse.y), column});
    if (at.line != line || column < 0 || wrap_.place_of(code_.buffer(), at).column != column)
      return std::nullopt;
    if (state_.names_version != code_.buffer().version()) {
      state_.names_version = code_.buffer().version();
      state_.names = vocabulary_of(code_).names;
    }
    return explanation_at(code_, state_.names, builtins_, work_.statement.glossary.get(), at);
  }

  void draw_list() {
    CompletionList& list = state_.completion;
    if (!list.is_open) return;
    const Position start{code_.caret().line, list.start.begin};
    if (draw_completions(ui_, list, code_, {places_.x_of(start), places_.y_at(start)},
                         places_.line_height))
      state_.focus_request = state_.reveal_caret = true;
  }

  Ui& ui_;
  EditorState& state_;
  Work& work_;
  const Builtins& builtins_;
  CodeText& code_;
  const Palette& color_;
  ImFont* font_;
  LineWrap& wrap_ = state_.wrap;
  EditorGutter gutter_;
  TextPlaces places_;
  int lines_;
  ImVec2 window_min_, window_max_;
  bool hovered_ = false;
  int first_ = 0, last_ = -1;
};

}  // namespace

void draw_editor_text(Ui& ui, EditorState& state, Work& work, const Builtins& builtins) {
  if (state.focus_request) {
    ImGui::SetNextWindowFocus();
    state.focus_request = false;
    state.takes_over = true;
    state.last_key = ui.now;
  }
  ImGui::BeginChild("editor text", ImGui::GetContentRegionAvail(), false,
                    ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoNavInputs |
                        ImGuiWindowFlags_NoNavFocus);
  state.focused = ImGui::IsWindowFocused() && !ImGui::GetIO().WantTextInput;
  if (state.focused) state.takes_over = false;
  TextArea(ui, state, work, builtins).draw();
  ImGui::EndChild();
}

}  // namespace warplab::app
