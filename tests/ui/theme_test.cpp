#include "views/theme.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

using namespace warplab::app;

namespace {

double luminance(ImU32 color) {
  const auto linear = [&](int shift) {
    const double c = (color >> shift & 255) / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(IM_COL32_R_SHIFT) + 0.7152 * linear(IM_COL32_G_SHIFT) +
         0.0722 * linear(IM_COL32_B_SHIFT);
}

// Contrast ratio of WCAG 2, 1 ... 21.
double contrast(ImU32 a, ImU32 b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

}  // namespace

TEST_CASE("text can be read on every ground of both themes") {
  for (const ThemeChoice theme : {ThemeChoice::dark, ThemeChoice::light}) {
    const Palette& p = palette_of(theme);
    for (const ImU32 ground : {p.panel, p.editor, p.background}) {
      for (const ImU32 ink : {p.text, p.dim, p.faint, p.link, p.pass, p.fail, p.warn, p.info})
        CHECK(contrast(ink, ground) >= 4.5);
    }
    for (const ImU32 ink :
         {p.code_keyword, p.code_type, p.code_cuda, p.code_function, p.code_number, p.code_string,
          p.code_comment, p.code_preprocessor, p.code_punctuation})
      CHECK(contrast(ink, p.editor) >= 4.5);
    CHECK(contrast(p.on_accent, p.accent) >= 4.5);
    CHECK(contrast(p.text, p.raised) >= 4.5);
    for (int i = 0; i < 4; ++i) CHECK(contrast(p.on_cost[i], p.cost[i]) >= 4.5);
  }
}

TEST_CASE("transparency changes nothing but the transparency") {
  CHECK(with_alpha(IM_COL32(1, 2, 3, 255), 0) == IM_COL32(1, 2, 3, 0));
  CHECK(with_alpha(IM_COL32(1, 2, 3, 0), 1) == IM_COL32(1, 2, 3, 255));
}
