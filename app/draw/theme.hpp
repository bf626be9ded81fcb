#pragma once
// Colours and measures. Passed, failed and their like are bluish green, vermilion and yellow after
// Okabe and Ito's palette for colour-blind readers, and never stand without a symbol or a word.
#include <imgui.h>

#include "common/cuda_syntax.hpp"
#include "common/settings.hpp"

namespace warplab::app {

struct Palette {
  bool dark = true;
  ImU32 background, panel, editor, raised, raised_hover, border;
  ImU32 text, dim, faint;  // faint: still 4.5 to 1 on a panel
  ImU32 accent, accent_hover, on_accent, link;
  ImU32 pass, fail, warn, info;
  ImU32 selection, current_line, find_match, bracket;  // code is read on the first three
  ImU32 code_keyword, code_type, code_cuda, code_function, code_number, code_string, code_comment,
      code_preprocessor, code_punctuation;
  ImU32 added, removed, changed;  // backgrounds of a comparison
  ImU32 cost[4], on_cost[4];      // badges, by CostLevel
  ImU32 series[5];                // of a chart, in their order; each also has a mark of its own
};

const Palette& palette_of(ThemeChoice theme);
// Of a piece of CUDA C++, in the editor and in statements.
ImU32 color_of(const Palette& palette, TokenKind kind);
ImU32 line_number_ink(const Palette& palette, bool of_caret);

// Sets ImGui's style. `scale`: pixels for one unit of this program's measures.
void apply_theme(const Palette& palette, float scale);

ImU32 with_alpha(ImU32 color, float alpha);
ImVec4 to_vec4(ImU32 color);

// The colour of a line among those that are linked: Work::linked_lines.
ImU32 link_color(const Palette& palette, size_t number);

}  // namespace warplab::app
