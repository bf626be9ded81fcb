#pragma once
// The words that a person sees: read back from what the last frame drew, letter by letter.
#include <imgui.h>

#include <string>
#include <vector>

#include "draw/fonts.hpp"

namespace warplab::test {

struct SeenWord {
  std::string text;
  ImVec2 at;  // its first letter's top left
};

// What lies outside of a clipping rectangle is not seen. Icons are no words.
std::vector<SeenWord> visible_words(const ImDrawData& data, const app::Fonts& fonts);

// Those with their beginning in none of the rectangles.
std::vector<SeenWord> words_outside(const std::vector<SeenWord>& words,
                                    const std::vector<ImVec4>& rectangles);

}  // namespace warplab::test
