#include "editor/completion_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

// With one letter nearly everything fits.
constexpr size_t kLeastLetters = 2;
constexpr int kMostRows = 8, kLeastRows = 2;
constexpr float kWidth = 440;

ImU32 ink_of(const Palette& color, Completion::Kind kind) {
  switch (kind) {
    case Completion::Kind::cuda: return color.code_cuda;
    case Completion::Kind::keyword: return color.code_keyword;
    case Completion::Kind::type: return color.code_type;
    case Completion::Kind::function: return color.code_function;
    case Completion::Kind::macro: return color.code_preprocessor;
    case Completion::Kind::parameter:
    case Completion::Kind::variable:
    case Completion::Kind::word: break;
  }
  return color.text;
}

const char* word_for(Completion::Kind kind) {
  switch (kind) {
    case Completion::Kind::parameter: return "parameter";
    case Completion::Kind::variable: return "variable";
    case Completion::Kind::function: return "function";
    case Completion::Kind::type: return "type";
    case Completion::Kind::macro: return "macro";
    case Completion::Kind::cuda: return "CUDA";
    case Completion::Kind::keyword: return "C++";
    case Completion::Kind::word: return "in this file";
  }
  return "";
}

// A function comes with its brackets, and the caret stands between them, or behind them where
// there is nothing to be written in them.
void accept(CompletionList& list, CodeText& code) {
  const Completion chosen = list.all[static_cast<size_t>(list.chosen)];
  const int begin = list.start.begin;
  close_completions(list);
  code.complete(begin, chosen.name);
  if (chosen.kind != Completion::Kind::function && chosen.kind != Completion::Kind::cuda) return;
  const size_t bracket = chosen.form.find('(');
  const std::string& line = code.buffer().line(code.caret().line);
  const auto column = static_cast<size_t>(code.caret().column);
  if (bracket == std::string::npos || (column < line.size() && line[column] == '(')) return;
  code.type("(");
  if (chosen.form.compare(bracket, 2, "()") == 0) code.type(")");
}

// What is said of the one that is chosen.
struct Note {
  WrappedText form, text, cost;
  float height = 0;
};
Note note_of(const Ui& ui, const Completion& one, float width) {
  Note note;
  const float room = width - ui.px(20);
  if (!one.form.empty()) note.form = wrap_words(ui.fonts.code_small, one.form, room);
  if (!one.text.empty()) note.text = wrap_words(ui.fonts.text, one.text, room);
  if (!one.cost.empty()) note.cost = wrap_words(ui.fonts.text, "Cost: " + one.cost + ".", room);
  for (const WrappedText* part : {&note.form, &note.text, &note.cost})
    if (part->height > 0) note.height += part->height + ui.px(4);
  if (note.height > 0) note.height += ui.px(10);
  return note;
}

void draw_note(Ui& ui, const Note& note, ImVec2 at, float width) {
  if (note.height <= 0) return;
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + width, at.y + 1}, color.border);
  float y = at.y + ui.px(7);
  const auto put = [&](ImFont* font, ImU32 ink, const WrappedText& part) {
    if (part.height <= 0) return;
    put_text(list, font, {at.x + ui.px(10), y}, ink, part.text);
    y += part.height + ui.px(4);
  };
  put(ui.fonts.code_small, color.dim, note.form);
  put(ui.fonts.text, color.text, note.text);
  put(ui.fonts.text, color.warn, note.cost);
}

// One row; returns whether it was pressed.
bool draw_row(Ui& ui, const Completion& one, bool chosen, float width, float height) {
  const Palette& color = ui.color();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos(), end{at.x + width, at.y + height};
  ImGui::InvisibleButton(one.name.c_str(), {width, height});
  // At once: a click takes the keyboard from the text, and with it goes the list.
  const bool pressed = ImGui::IsItemClicked();
  if (chosen) list.AddRectFilled(at, end, with_alpha(color.accent, 0.34f));
  else if (ImGui::IsItemHovered()) list.AddRectFilled(at, end, color.raised_hover);
  note_item(ui, "completion " + one.name, 0, at, end);
  ImFont* font = ui.fonts.code;
  const char* word = word_for(one.kind);
  const float right = text_width(ui.fonts.small, word) + ui.px(20);
  put_text_cut(list, font, {at.x + ui.px(10), at.y + (height - font->FontSize) / 2},
               ink_of(color, one.kind), one.name, width - right - ui.px(10));
  put_text(list, ui.fonts.small,
           {end.x - right + ui.px(10), at.y + (height - ui.fonts.small->FontSize) / 2},
           chosen ? color.text : color.dim, word);
  return pressed;
}

}  // namespace

void close_completions(CompletionList& list) {
  list.is_open = false;
  list.all.clear();
  list.line = -1;
}

void find_completions(CompletionList& list, const CodeText& code, const Builtins& builtins,
                      bool asked) {
  const NameStart start = name_before_caret(code);
  const Position caret = code.caret();
  const std::string& line = code.buffer().line(caret.line);
  const bool in_word = caret.column < static_cast<int>(line.size()) &&
                       is_word_byte(line[static_cast<size_t>(caret.column)]);
  const bool is_enough = asked || (start.letters.size() >= kLeastLetters && !in_word);
  const bool goes_on = list.line == caret.line && list.start.begin == start.begin;
  if (start.letters.empty() || !(is_enough || (list.is_open && goes_on)))
    return close_completions(list);
  // While one name is being typed the others stay as they are.
  if (!goes_on) list.vocabulary = vocabulary_of(code);
  list.start = start;
  list.line = caret.line;
  list.all = completions(list.vocabulary, builtins, start, caret);
  list.chosen = 0;
  list.is_open = !list.all.empty() && (list.all.size() > 1 || list.all[0].name != start.letters);
}

bool take_completion_key(CompletionList& list, CodeText& code, const InputEvent& event) {
  if (!list.is_open || event.modifiers) return false;
  const int count = static_cast<int>(list.all.size());
  switch (event.key) {
    case key::kUp: list.chosen = (list.chosen + count - 1) % count; return true;
    case key::kDown: list.chosen = (list.chosen + 1) % count; return true;
    case key::kPageUp: list.chosen = std::max(list.chosen - kMostRows, 0); return true;
    case key::kPageDown: list.chosen = std::min(list.chosen + kMostRows, count - 1); return true;
    case key::kEscape: close_completions(list); return true;
    case key::kEnter:
    case key::kKeypadEnter:
    case key::kTab:
      // The word is there already: the key does what it does elsewhere.
      if (list.all[static_cast<size_t>(list.chosen)].name == list.start.letters) {
        close_completions(list);
        return false;
      }
      accept(list, code);
      return true;
    default: return false;
  }
}

bool draw_completions(Ui& ui, CompletionList& list, CodeText& code, ImVec2 caret,
                      float line_height) {
  if (!list.is_open) return false;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float width = std::min(ui.px(kWidth), screen.x - ui.px(16));
  const float row = std::round(ui.fonts.code->FontSize * 1.5f);
  const Note note = note_of(ui, list.all[static_cast<size_t>(list.chosen)], width);
  const float gap = ui.px(3), below = screen.y - caret.y - line_height - gap, above = caret.y - gap;
  const int count = static_cast<int>(list.all.size());
  const float wanted = row * static_cast<float>(std::min(count, kMostRows)) + note.height;
  const bool goes_below = wanted <= below || below >= above;
  const float room = (goes_below ? below : above) - note.height;
  const int rows = std::min(count, std::clamp(static_cast<int>(room / row), kLeastRows, kMostRows));
  const float height = row * static_cast<float>(rows) + note.height;
  const ImVec2 at{std::clamp(caret.x - ui.px(10), 0.0f, std::max(screen.x - width, 0.0f)),
                  goes_below ? caret.y + line_height + gap : caret.y - gap - height};
  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSize({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetColorU32(ImGuiCol_PopupBg));
  ImGui::Begin("completions", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PopStyleColor();
  bool pressed = false;
  const int first = std::clamp(list.chosen - rows / 2, 0, count - rows);
  for (int i = first; i < first + rows && !pressed; ++i) {
    ImGui::SetCursorScreenPos({at.x, at.y + row * static_cast<float>(i - first)});
    if (draw_row(ui, list.all[static_cast<size_t>(i)], i == list.chosen, width, row)) {
      list.chosen = i;
      pressed = true;
    }
  }
  note_item(ui, "completions", 0, at, {at.x + width, at.y + height});
  draw_note(ui, note, {at.x, at.y + row * static_cast<float>(rows)}, width);
  if (ImGui::IsWindowHovered() && ImGui::GetIO().MouseWheel != 0)
    list.chosen =
        std::clamp(list.chosen - static_cast<int>(ImGui::GetIO().MouseWheel), 0, count - 1);
  const bool took_focus = ImGui::IsWindowFocused();
  ImGui::End();
  ImGui::PopStyleVar(3);
  if (pressed) accept(list, code);
  return pressed || took_focus;
}

}  // namespace warplab::app
