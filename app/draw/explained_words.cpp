#include "draw/explained_words.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

// Dots below a word.
void underline(Ui& ui, ImVec2 at, float width) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float dot = std::max(1.0f, ui.px(1)), pitch = 3 * dot;
  for (float x = at.x; x + dot <= at.x + width; x += pitch)
    list.AddRectFilled({x, at.y}, {x + dot, at.y + dot}, ui.color().faint);
}

}  // namespace

std::vector<LaidTerm> explained_words(const MarkdownLayout& layout, const Ui& ui,
                                      const exercise::Glossary& glossary) {
  const exercise::TermFinder finder(glossary);
  std::vector<LaidTerm> words;
  std::vector<bool> seen(glossary.terms.size(), false);
  for (const LaidRun& run : layout.runs) {
    const bool is_heading = run.font == ui.fonts.title || run.font == ui.fonts.heading;
    if (run.area >= 0 || run.boxed || run.link >= 0 || is_heading || run.ink == Ink::code) continue;
    const std::string_view text = run.text;
    for (const exercise::TermPlace& place : finder.find(text)) {
      LaidTerm term;
      term.x = run.x + text_width(run.font, text.substr(0, place.begin));
      term.y = run.y;
      term.width = text_width(run.font, text.substr(place.begin, place.size));
      term.height = run.font->FontSize;
      term.term = place.term;
      term.is_first = !seen[place.term];
      seen[place.term] = true;
      words.push_back(term);
    }
  }
  return words;
}

void draw_explained_words(Ui& ui, const std::vector<LaidTerm>& words,
                          const exercise::Glossary& glossary, ImVec2 origin) {
  const ImRect clip{ImGui::GetWindowDrawList()->GetClipRectMin(),
                    ImGui::GetWindowDrawList()->GetClipRectMax()};
  for (size_t i = 0; i < words.size(); ++i) {
    const LaidTerm& laid = words[i];
    const ImVec2 at{std::round(origin.x + laid.x), std::round(origin.y + laid.y)};
    const ImVec2 end{at.x + laid.width, at.y + laid.height};
    if (end.y < clip.Min.y) continue;
    if (at.y > clip.Max.y) break;
    const exercise::Term& word = glossary.terms[laid.term];
    const std::string text = word.name + ": " + word.text;
    if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, end)) tooltip(ui, text);
    if (!laid.is_first) continue;
    underline(ui, {at.x, end.y}, laid.width);
    const ImGuiID id = ImGui::GetID((std::to_string(i) + "word").c_str());
    note_item(ui, "word " + word.name, id, {at.x - ui.px(2), at.y - ui.px(1)},
              {end.x + ui.px(2), end.y + ui.px(2)});
    if (ui.focused_item == id) tooltip_at(ui, {at.x, end.y + ui.px(6)}, text);
  }
}

}  // namespace warplab::app
