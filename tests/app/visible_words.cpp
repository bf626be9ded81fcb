#include "visible_words.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace warplab::test {
namespace {

struct Letter {
  ImWchar code = 0;
  float advance = 0;  // of the font, in its own size
  float left = 0;     // how far the picture of the letter begins behind its place
  float height = 0;   // of the font
};

// A letter's place in the picture of all letters tells which one it is.
using Letters = std::map<std::pair<float, float>, Letter>;

Letters letters_of(const ImFontAtlas& atlas) {
  Letters letters;
  for (const ImFont* font : atlas.Fonts)
    for (const ImFontGlyph& glyph : font->Glyphs)
      if (glyph.Visible)
        letters[{glyph.U0, glyph.V0}] = {static_cast<ImWchar>(glyph.Codepoint), glyph.AdvanceX,
                                         glyph.X0, font->FontSize};
  return letters;
}

std::string utf8(ImWchar code) {
  char text[5] = {};
  ImTextCharToUtf8(text, code);
  return text;
}

// Puts letters together that follow one another on a line without a space between them.
class Words {
 public:
  void add(const Letter& letter, ImVec2 at) {
    const float from = at.x - letter.left;
    const bool goes_on = !words_.empty() && font_height_ == letter.height &&
                         std::abs(at.y - top_) < letter.height &&
                         std::abs(from - end_) < 0.15f * letter.height;
    if (goes_on) words_.back().text += utf8(letter.code);
    else words_.push_back({utf8(letter.code), at});
    end_ = from + letter.advance;
    top_ = at.y;
    font_height_ = letter.height;
  }
  std::vector<SeenWord> take() { return std::move(words_); }

 private:
  std::vector<SeenWord> words_;
  float end_ = 0, top_ = 0, font_height_ = 0;
};

}  // namespace

std::vector<SeenWord> visible_words(const ImDrawData& data, const app::Fonts& fonts) {
  const ImFontAtlas& atlas = *fonts.text->ContainerAtlas;
  const Letters letters = letters_of(atlas);
  Words words;
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    for (const ImDrawCmd& command : list.CmdBuffer) {
      if (command.UserCallback) continue;
      for (unsigned k = 0; k + 5 < command.ElemCount; k += 3) {
        const ImDrawVert& corner =
            list.VtxBuffer[static_cast<int>(command.VtxOffset) +
                           list.IdxBuffer[static_cast<int>(command.IdxOffset + k)]];
        const auto found = letters.find({corner.uv.x, corner.uv.y});
        if (found == letters.end()) continue;
        k += 3;  // a letter is two triangles, of which the first begins at its corner
        const ImVec4& clip = command.ClipRect;
        const ImVec2 at = corner.pos;
        if (at.x < clip.x || at.x >= clip.z || at.y + 2 < clip.y || at.y >= clip.w) continue;
        words.add(found->second, at);
      }
    }
  }
  return words.take();
}

std::vector<SeenWord> words_outside(const std::vector<SeenWord>& words,
                                    const std::vector<ImVec4>& rectangles) {
  std::vector<SeenWord> outside;
  for (const SeenWord& word : words)
    if (std::ranges::none_of(rectangles, [&](const ImVec4& r) {
          return word.at.x >= r.x && word.at.x < r.z && word.at.y >= r.y && word.at.y < r.w;
        }))
      outside.push_back(word);
  return outside;
}

}  // namespace warplab::test
