#include "draw/system_fonts.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#if WARPLAB_FONTCONFIG
#include <fontconfig/fontconfig.h>
#endif

namespace warplab::app {

#if WARPLAB_FONTCONFIG
namespace {

// A text in more scripts than this has letters that are not drawn.
constexpr int kMostFonts = 6;

struct Destroy {
  void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
  void operator()(FcCharSet* letters) const { FcCharSetDestroy(letters); }
};
using Pattern = std::unique_ptr<FcPattern, Destroy>;
using CharSet = std::unique_ptr<FcCharSet, Destroy>;

// The font that suits these letters best, and takes those that it has out of them.
SystemFont best_font(std::vector<char32_t>& letters) {
  const CharSet wanted(FcCharSetCreate());
  for (const char32_t letter : letters) FcCharSetAddChar(wanted.get(), letter);
  const Pattern pattern(FcPatternCreate());
  FcPatternAddCharSet(pattern.get(), FC_CHARSET, wanted.get());
  FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
  FcPatternAddString(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>("monospace"));
  FcConfigSubstitute(nullptr, pattern.get(), FcMatchPattern);
  FcDefaultSubstitute(pattern.get());
  FcResult result = FcResultNoMatch;
  // Sorted by how well they suit, without those that add no letter.
  FcFontSet* const sorted = FcFontSort(nullptr, pattern.get(), FcTrue, nullptr, &result);
  if (!sorted) return {};
  SystemFont best;
  for (int i = 0; i < sorted->nfont; ++i) {
    FcCharSet* has = nullptr;
    FcChar8* file = nullptr;
    int index = 0;
    FcBool scalable = FcFalse;
    FcPattern* const font = sorted->fonts[i];
    if (FcPatternGetCharSet(font, FC_CHARSET, 0, &has) != FcResultMatch ||
        FcPatternGetString(font, FC_FILE, 0, &file) != FcResultMatch ||
        FcPatternGetBool(font, FC_SCALABLE, 0, &scalable) != FcResultMatch || !scalable)
      continue;
    (void)FcPatternGetInteger(font, FC_INDEX, 0, &index);
    std::vector<char32_t> found;
    for (const char32_t letter : letters)
      if (FcCharSetHasChar(has, letter)) found.push_back(letter);
    if (found.size() <= best.letters.size()) continue;
    // The upper half of the number names a variant of the same outlines.
    best = {reinterpret_cast<const char*>(file), index & 0xFFFF, std::move(found)};
    if (best.letters.size() == letters.size()) break;
  }
  FcFontSetDestroy(sorted);
  std::erase_if(letters, [&](char32_t letter) {
    return std::find(best.letters.begin(), best.letters.end(), letter) != best.letters.end();
  });
  return best;
}

}  // namespace

std::vector<SystemFont> system_fonts_for(std::vector<char32_t> letters) {
  std::vector<SystemFont> fonts;
  if (letters.empty() || !FcInit()) return fonts;
  for (int i = 0; i < kMostFonts && !letters.empty(); ++i) {
    SystemFont font = best_font(letters);
    if (font.letters.empty()) break;
    fonts.push_back(std::move(font));
  }
  return fonts;
}
#else
std::vector<SystemFont> system_fonts_for(std::vector<char32_t>) { return {}; }
#endif

}  // namespace warplab::app
