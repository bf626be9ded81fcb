#pragma once
// The embedded fonts at the sizes that the views use.
#include <imgui.h>

#include <memory>
#include <set>

namespace warplab::app {

struct Fonts {
  ImFont* text = nullptr;  // Inter
  ImFont* small = nullptr;
  ImFont* strong = nullptr;  // Inter SemiBold
  ImFont* small_strong = nullptr;
  ImFont* emphasis = nullptr;  // Inter Italic
  ImFont* title = nullptr;     // SemiBold, for first headings
  ImFont* heading = nullptr;   // SemiBold, for further headings
  ImFont* code = nullptr;      // JetBrains Mono
  ImFont* code_small = nullptr;
  ImFont* code_tiny = nullptr;  // for pictures made of letters that are too wide otherwise
  ImFont* code_strong = nullptr;
  // Fonts of the system that the atlas has letters of. ImGui builds it again where it likes to.
  std::shared_ptr<const void> mapped;
};

// Rasterises them into `atlas`, which is cleared first. `pixels` is the height of ordinary text.
// `further`: letters that the embedded fonts do not have, from the system's where it has them.
Fonts build_fonts(ImFontAtlas& atlas, float pixels, const std::set<char32_t>& further = {});

}  // namespace warplab::app
