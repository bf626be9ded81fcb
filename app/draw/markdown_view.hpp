#pragma once
// Draws a laid-out statement: only what is visible, links that can be clicked, code that can be
// copied.
#include <cstdint>
#include <string>
#include <vector>

#include "draw/markdown_layout.hpp"

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
  std::vector<MotionState> motions;
};

// A text, and what tells it from others: it is parsed anew when `of` or `version` is another.
struct MarkdownText {
  const std::string& of;
  uint64_t version = 0;
  const std::string& text;
  const std::filesystem::path& folder;  // of its pictures
  const exercise::Glossary* glossary = nullptr;
};

// Draws at the cursor of the current window, over `width` pixels, and advances the cursor.
void draw_markdown(Ui& ui, MarkdownState& state, const MarkdownText& text, float width);

}  // namespace warplab::app
