#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "views/editor.hpp"
#include "views/tabs.hpp"
#include "views/widgets.hpp"

namespace warplab::app {
namespace {

// A caret that blinks for ever keeps an idle window awake, so it stays on after a while.
constexpr double kBlinkHalf = 0.53, kBlinkFor = 6;

// What the marks say about one line.
struct LineMark {
  const Message* worst = nullptr;
  std::string text;  // all messages of the line
  const LineCost* cost = nullptr;
};

LineMark mark_of(const LineMarks& marks, int line) {
  LineMark mark;
  for (const Message& message : marks.messages) {
    if (message.line != line && message.other_line != line) continue;
    if (!mark.worst || message.severity < mark.worst->severity) mark.worst = &message;
    if (!mark.text.empty()) mark.text += "\n\n";
    mark.text += message.text;
  }
  for (const LineCost& cost : marks.costs)
    if (cost.line == line) mark.cost = &cost;
  return mark;
}

std::string cost_text(const LineCost& cost, bool stale) {
  std::string text = fmt::format("Line {}", cost.line);
  for (const AccessCost& access : cost.accesses) {
    text += fmt::format("\n{}: {:.3g} {} a request", access.what, access.per_request(),
                        access.memory == AccessCost::Memory::shared ? "passes" : "sectors");
    if (access.ideal_units > 0) text += fmt::format(", ideal {:.3g}", access.ideal_per_request());
    text += fmt::format("; {}.", access.sentence);
  }
  if (stale) text += "\n\nFrom the last run; the text has changed since.";
  return text;
}

class TextArea {
 public:
  TextArea(Ui& ui, EditorState& state, Work& work)
      : ui_(ui),
        state_(state),
        work_(work),
        code_(work.document.code()),
        color_(ui.color()),
        font_(ui.fonts.code),
        advance_(font_->GetCharAdvance('0')),
        line_height_(std::round(font_->FontSize * 1.45f)),
        lines_(code_.buffer().line_count()) {
    const auto digits = static_cast<float>(std::max<size_t>(std::to_string(lines_).size(), 2));
    badge_width_ = ui.px(4) + 4 * ui.fonts.code_small->GetCharAdvance('0');
    number_width_ = digits * advance_;
    gutter_ = ui.px(3) + badge_width_ + ui.px(4) + number_width_ + ui.px(7);
  }

  void draw() {
    measure_widest();
    const float width = gutter_ + advance_ * static_cast<float>(state_.widest_columns + 4);
    const ImVec2 view = ImGui::GetContentRegionAvail();
    const float height = line_height_ * static_cast<float>(lines_) + ui_.px(16);
    // Half a page below the end, so that the last line need not stay at the bottom.
    const ImVec2 size{std::max(width, view.x), std::max(height + view.y * 0.4f, view.y)};
    origin_ = ImGui::GetCursorScreenPos();
    origin_.y += ui_.px(6);
    ImGui::InvisibleButton("text", size);
    hovered_ = ImGui::IsItemHovered();
    note_item(ui_, "editor text").is_text = true;
    handle_mouse();
    if (state_.reveal_caret) reveal_caret();

    window_min_ = ImGui::GetWindowPos();
    const ImVec2 window_size = ImGui::GetWindowSize();
    window_max_ = {window_min_.x + window_size.x, window_min_.y + window_size.y};
    first_ = std::max(0, static_cast<int>((window_min_.y - origin_.y) / line_height_));
    last_ = std::min(lines_ - 1, static_cast<int>((window_max_.y - origin_.y) / line_height_));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_behind(list);
    for (int i = first_; i <= last_; ++i) draw_line(list, i);
    draw_caret(list);
    draw_gutter(list);
    if (hovered_) draw_tooltip();
  }

 private:
  float y_of(int line) const { return origin_.y + line_height_ * static_cast<float>(line); }
  float x_of(const Position& at) const {
    return origin_.x + gutter_ +
           advance_ * static_cast<float>(screen_column(code_.buffer().line(at.line), at.column));
  }
  float text_top(int line) const {
    return y_of(line) + std::round((line_height_ - font_->FontSize) / 2);
  }

  void measure_widest() {
    const TextBuffer& buffer = code_.buffer();
    if (state_.widest_version == buffer.version()) return;
    state_.widest_version = buffer.version();
    state_.widest_columns = 0;
    for (int i = 0; i < lines_; ++i)
      state_.widest_columns =
          std::max(state_.widest_columns,
                   screen_column(buffer.line(i), static_cast<int>(buffer.line(i).size())));
  }

  Position position_at(ImVec2 mouse) const {
    const int line = std::clamp(static_cast<int>(std::floor((mouse.y - origin_.y) / line_height_)),
                                0, lines_ - 1);
    const int column = static_cast<int>(std::round((mouse.x - origin_.x - gutter_) / advance_));
    return {line, byte_column(code_.buffer().line(line), std::max(column, 0))};
  }

  bool over_gutter(ImVec2 mouse) const { return mouse.x < ImGui::GetWindowPos().x + gutter_; }

  void handle_mouse() {
    const ImGuiIO& io = ImGui::GetIO();
    const bool in_gutter = over_gutter(io.MousePos);
    if (hovered_ && !in_gutter) ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    if (ImGui::IsItemActivated()) {
      const Position at = position_at(io.MousePos);
      state_.focus_request = true;
      state_.last_key = ui_.now;
      const int clicks = io.MouseClickedCount[0];
      state_.dragging = false;
      if (in_gutter && on_badge(io.MousePos)) {
        code_.place({at.line, 0});
        ui_.ask(ShowTab{Tab::counters});
      } else if (in_gutter || clicks >= 3) {
        code_.select_line(at.line);
      } else if (clicks == 2) {
        code_.select_word(at);
      } else {
        code_.place(at, io.KeyShift);
        state_.dragging = true;
      }
    } else if (ImGui::IsItemActive() && state_.dragging && ImGui::IsMouseDragging(0, 2)) {
      code_.place(position_at(io.MousePos), true);
      state_.reveal_caret = true;
      state_.last_key = ui_.now;
    }
    if (ImGui::BeginPopupContextItem("menu")) {
      draw_menu();
      ImGui::EndPopup();
    }
  }

  bool on_badge(ImVec2 mouse) const {
    const int line = position_at(mouse).line;
    const float x = mouse.x - ImGui::GetWindowPos().x;
    const LineMark mark = mark_of(work_.marks, line + 1);
    return x < ui_.px(3) + badge_width_ && mark.cost && mark.cost->ratio() > 0;
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
    if (ImGui::MenuItem("Select all", "Ctrl+A")) code_.select_all();
  }

  void reveal_caret() {
    state_.reveal_caret = false;
    const ImVec2 view{ImGui::GetWindowWidth(), ImGui::GetWindowHeight()};
    const float top = y_of(code_.caret().line) - origin_.y + ui_.px(6);
    const float left = x_of(code_.caret()) - origin_.x;
    float y = ImGui::GetScrollY(), x = ImGui::GetScrollX();
    const bool outside = top < y + line_height_ || top + 2 * line_height_ > y + view.y;
    if (state_.center_caret && outside) {
      y = top - view.y / 2;
    } else {
      y = std::min(y, top - line_height_);
      y = std::max(y, top + 2.5f * line_height_ - view.y);
    }
    state_.center_caret = false;
    if (left - gutter_ < x + 2 * advance_) x = left - gutter_ - 8 * advance_;
    x = std::max(x, left + 4 * advance_ - view.x + ui_.px(14));
    ImGui::SetScrollY(std::max(y, 0.0f));
    ImGui::SetScrollX(std::max(x, 0.0f));
  }

  void fill(ImDrawList& list, const Range& range, ImU32 color) const {
    for (int i = std::max(range.begin.line, first_); i <= std::min(range.end.line, last_); ++i) {
      const float x0 = i == range.begin.line ? x_of(range.begin) : origin_.x + gutter_;
      float x1 = i == range.end.line
                     ? x_of(range.end)
                     : x_of({i, static_cast<int>(code_.buffer().line(i).size())}) + advance_ * 0.6f;
      list.AddRectFilled({x0, y_of(i)}, {x1, y_of(i) + line_height_}, color);
    }
  }

  void draw_behind(ImDrawList& list) const {
    const int line = code_.caret().line;
    list.AddRectFilled({window_min_.x, y_of(line)}, {window_max_.x, y_of(line) + line_height_},
                       color_.current_line);
    if (state_.bar == EditorState::Bar::find && !state_.needle.empty()) {
      Position from{first_, 0};
      for (int i = 0; i < 500; ++i) {  // more on one screen would not be seen anyway
        const auto found = code_.find(state_.needle, from, false, state_.match_case);
        if (!found || found->begin < from || found->begin.line > last_) break;
        fill(list, *found, color_.find_match);
        from = found->end;
      }
    }
    if (code_.has_selection()) fill(list, code_.selection(), color_.selection);
    if (const auto pair = state_.focused ? code_.bracket_pair() : std::nullopt)
      for (const Position& at : {pair->begin, pair->end})
        list.AddRect({x_of(at), y_of(at.line) + 1},
                     {x_of(at) + advance_, y_of(at.line) + line_height_ - 1}, color_.bracket,
                     ui_.px(2));
  }

  void draw_line(ImDrawList& list, int index) {
    const std::string& line = code_.buffer().line(index);
    LineState state = state_.syntax.at(code_.buffer(), index);
    const float y = text_top(index);
    for (const Token& token : tokenize(line, state)) {
      const ImU32 color = color_of(color_, token.kind);
      // Tabs inside a token (a comment) begin a new column.
      int begin = token.begin;
      for (int i = token.begin; i <= token.end; ++i) {
        if (i < token.end && line[static_cast<size_t>(i)] != '\t') continue;
        if (i > begin) {
          const std::string_view piece = std::string_view(line).substr(
              static_cast<size_t>(begin), static_cast<size_t>(i - begin));
          put_text(list, font_, {std::round(x_of({index, begin})), y}, color, piece);
        }
        begin = i + 1;
      }
    }
    const LineMark mark = mark_of(work_.marks, index + 1);
    if (mark.worst && mark.worst->severity != Severity::note)
      draw_squiggle(list, index, *mark.worst);
  }

  void draw_squiggle(ImDrawList& list, int index, const Message& message) const {
    const std::string& line = code_.buffer().line(index);
    auto begin = static_cast<int>(std::min(line.find_first_not_of(" \t"), line.size()));
    const int end = static_cast<int>(line.size());
    if (message.column > 0 && message.line == index + 1) begin = std::min(message.column - 1, end);
    const float y = y_of(index) + line_height_ - ui_.px(2.5f), step = ui_.px(2.5f);
    float x = x_of({index, begin});
    const float x1 = std::max(x_of({index, end}), x + advance_);
    const ImU32 color = message.severity == Severity::error ? color_.fail : color_.warn;
    for (int i = 0; x <= x1; ++i, x += step) list.PathLineTo({x, y + (i % 2 ? ui_.px(1.5f) : 0)});
    list.PathStroke(color, 0, std::max(1.0f, ui_.px(1.2f)));
  }

  void draw_caret(ImDrawList& list) const {
    if (!state_.focused) return;
    const double since = ui_.now - state_.last_key;
    if (since < kBlinkFor) {
      const double phase = std::fmod(since, 2 * kBlinkHalf);
      ui_.wake_within(phase < kBlinkHalf ? kBlinkHalf - phase : 2 * kBlinkHalf - phase);
      if (phase >= kBlinkHalf) return;
    }
    const float x = std::round(x_of(code_.caret())), y = y_of(code_.caret().line);
    list.AddRectFilled({x, y + ui_.px(2)},
                       {x + std::max(1.5f, ui_.px(1.6f)), y + line_height_ - ui_.px(2)},
                       color_.text);
  }

  void draw_gutter(ImDrawList& list) const {
    // Over the text that was scrolled to the left.
    if (ImGui::GetScrollX() > 0)
      list.AddRectFilled(window_min_, {window_min_.x + gutter_ - ui_.px(2), window_max_.y},
                         color_.editor);
    const bool stale = is_stale();
    for (int i = first_; i <= last_; ++i) {
      const float y = text_top(i);
      const LineMark mark = mark_of(work_.marks, i + 1);
      float x = window_min_.x + ui_.px(3);
      const bool has_badge = mark.cost && mark.cost->ratio() > 0;
      if (has_badge) draw_badge(list, {x, y_of(i)}, mark.cost->ratio(), stale);
      x += badge_width_ + ui_.px(4);
      const std::string number = std::to_string(i + 1);
      const bool current = i == code_.caret().line;
      // A message's mark has the place of the badge, and where there is one that of the number.
      if (!mark.worst || !has_badge)
        put_text(list, font_, {x + number_width_ - advance_ * static_cast<float>(number.size()), y},
                 current ? color_.dim : with_alpha(color_.faint, 0.8f), number);
      if (!mark.worst) continue;
      const bool error = mark.worst->severity == Severity::error;
      const bool warning = mark.worst->severity == Severity::warning;
      const float icon = ui_.px(14), right = has_badge ? x + number_width_ : x - ui_.px(6);
      draw_icon(list,
                error     ? Icon::error
                : warning ? Icon::warning
                          : Icon::info,
                {right - icon, y_of(i) + (line_height_ - icon) / 2}, icon,
                error     ? color_.fail
                : warning ? color_.warn
                          : color_.info);
    }
  }

  bool is_stale() const { return work_.marks.of_version != code_.buffer().version(); }

  void draw_badge(ImDrawList& list, ImVec2 at, double ratio, bool stale) const {
    const auto level = static_cast<size_t>(cost_level(ratio));
    const std::string text = ratio_text(ratio);
    const float alpha = stale ? 0.45f : 1.0f;
    ImFont* font = ui_.fonts.code_small;
    const float inset = ui_.px(2), width = text_width(font, text);
    // A line that is ideal needs no attention: its badge is text only.
    if (level > 0)
      list.AddRectFilled({at.x, at.y + inset}, {at.x + badge_width_, at.y + line_height_ - inset},
                         with_alpha(color_.cost[level], alpha), ui_.px(4));
    put_text(list, font,
             {at.x + badge_width_ - width - ui_.px(2), at.y + (line_height_ - font->FontSize) / 2},
             with_alpha(level > 0 ? color_.on_cost[level] : color_.pass, stale ? 0.55f : 1), text);
  }

  void draw_tooltip() const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const int line = static_cast<int>(std::floor((mouse.y - origin_.y) / line_height_));
    if (line < 0 || line >= lines_ || ImGui::IsMouseDown(0)) return;
    const LineMark mark = mark_of(work_.marks, line + 1);
    const float x = mouse.x - window_min_.x;
    if (x < ui_.px(3) + badge_width_ && mark.cost && mark.cost->ratio() > 0)
      return tooltip(ui_, cost_text(*mark.cost, is_stale()));
    if (!mark.worst) return;
    const std::string& text = code_.buffer().line(line);
    const float end = x_of({line, static_cast<int>(text.size())}) + advance_;
    if (x < gutter_ || mouse.x <= end) tooltip(ui_, mark.text);
  }

  Ui& ui_;
  EditorState& state_;
  Work& work_;
  CodeText& code_;
  const Palette& color_;
  ImFont* font_;
  float advance_, line_height_;
  int lines_;
  float badge_width_ = 0, number_width_ = 0, gutter_ = 0;
  ImVec2 origin_, window_min_, window_max_;
  bool hovered_ = false;
  int first_ = 0, last_ = -1;
};

}  // namespace

void draw_editor_text(Ui& ui, EditorState& state, Work& work) {
  if (state.focus_request) {
    ImGui::SetNextWindowFocus();
    state.focus_request = false;
    state.last_key = ui.now;
  }
  ImGui::BeginChild("editor text", ImGui::GetContentRegionAvail(), false,
                    ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoNavInputs |
                        ImGuiWindowFlags_NoNavFocus);
  state.focused = ImGui::IsWindowFocused() && !ImGui::GetIO().WantTextInput;
  TextArea(ui, state, work).draw();
  ImGui::EndChild();
}

}  // namespace warplab::app
