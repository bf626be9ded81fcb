#pragma once
// Draws a laid-out statement: only what is visible, links that can be clicked, code that can be
// copied.
#include <cstdint>
#include <string>
#include <vector>

#include "views/markdown_layout.hpp"

namespace warplab::app {

struct MarkdownState {
  // What the layout was made for; another value of any of these makes a new one.
  uint64_t version = 0;
  std::string of;
  float width = -1;
  int fonts_generation = -1;

  markdown::Document document;
  MarkdownLayout layout;
  std::vector<float> pan;  // sideways, one for each code area
};

// Draws at the cursor of the current window, over `width` pixels, and advances the cursor. `of` and
// `version` name the text.
void draw_markdown(Ui& ui, MarkdownState& state, const std::string& of, uint64_t version,
                   const std::string& text, const std::filesystem::path& folder, float width);

}  // namespace warplab::app
