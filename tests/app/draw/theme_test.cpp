#include "draw/theme.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "draw/color_map.hpp"
#include "results/line_panel.hpp"

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

// How a colour is seen, in CIE L*a*b*: by most readers, and by those without one kind of cone. The
// matrices are those of Machado, Oliveira, Fernandes, "A Physiologically-based Model for Simulation
// of Color Vision Deficiency", 2009, at full severity.
struct CieLab {
  double l, a, b;
};
using Sight = double[3][3];
constexpr Sight kSights[] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868},
     {0.114503, 0.786281, 0.099216},
     {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968},
     {0.280085, 0.672501, 0.047413},
     {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779},
     {-0.078411, 0.930809, 0.147602},
     {0.004733, 0.691367, 0.303900}},
};
CieLab seen(ImU32 color, const Sight& sight) {
  const int shifts[] = {IM_COL32_R_SHIFT, IM_COL32_G_SHIFT, IM_COL32_B_SHIFT};
  double linear[3], rgb[3];
  for (int i = 0; i < 3; ++i) {
    const double c = (color >> shifts[i] & 255) / 255.0;
    linear[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  }
  for (int i = 0; i < 3; ++i)
    rgb[i] = std::clamp(sight[i][0] * linear[0] + sight[i][1] * linear[1] + sight[i][2] * linear[2],
                        0.0, 1.0);
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = f((0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.9505);
  const double y = f(0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]);
  const double z = f((0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.089);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

}  // namespace

TEST_CASE("the series of a chart are told apart and seen, also by colour-blind readers") {
  // A difference of 2.3 is just noticed where areas touch; marks lie apart and are small.
  constexpr double kTellsApart = 15;
  // Of marks and lines (WCAG 2.1, 1.4.11).
  constexpr double kMarkContrast = 3;
  for (const ThemeChoice theme : {ThemeChoice::dark, ThemeChoice::light}) {
    const Palette& p = palette_of(theme);
    for (const ImU32 ink : p.series) CHECK(contrast(ink, p.panel) >= kMarkContrast);
    for (const Sight& sight : kSights)
      for (const ImU32& a : p.series)
        for (const ImU32& b : p.series) {
          if (&a == &b) continue;
          const CieLab first = seen(a, sight), second = seen(b, sight);
          CHECK(std::hypot(first.l - second.l, first.a - second.a, first.b - second.b) >=
                kTellsApart);
        }
  }
}

namespace {

double apart(ImU32 a, ImU32 b, const Sight& sight) {
  const CieLab x = seen(a, sight), y = seen(b, sight);
  return std::hypot(x.l - y.l, x.a - y.a, x.b - y.b);
}
ImU32 of_map(const ColorMap& map, size_t at) {
  const auto& c = map.colors[at];
  return IM_COL32(c[0], c[1], c[2], 255);
}
// Areas that touch and have no sign beside them. 2.3 is just noticed (Mahy and others 1994); ten
// times as much is seen at a glance, and on a poor screen.
constexpr double kAtAGlance = 23;

}  // namespace

TEST_CASE("colours that stand alone are told apart by every kind of colour vision") {
  for (const Sight& sight : kSights) {
    // The mask of what is wrong, whose colours are the difference's: wrong, and right.
    const ColorMap& mask = difference_map();
    CHECK(apart(of_map(mask, 255), of_map(mask, 127), sight) >= kAtAGlance);
    // Too much, too little.
    CHECK(apart(of_map(mask, 255), of_map(mask, 0), sight) >= kAtAGlance);
    CHECK(apart(of_map(mask, 0), of_map(mask, 127), sight) >= kAtAGlance);
    for (const ColorMap& map : color_maps())  // the ends and the middle of every map
      for (const auto& [a, b] : {std::pair{0, 127}, {127, 255}, {0, 255}})
        CHECK(apart(of_map(map, static_cast<size_t>(a)), of_map(map, static_cast<size_t>(b)),
                    sight) >= kAtAGlance);
  }
}

TEST_CASE("a line, its difference and the ticks of what is wrong are seen on their ground") {
  for (const ThemeChoice theme : {ThemeChoice::dark, ThemeChoice::light}) {
    const Palette& p = palette_of(theme);
    for (const Sight& sight : kSights) {
      CHECK(apart(p.series[0], p.editor, sight) >= kAtAGlance);
      CHECK(apart(p.series[kDifferenceSeries], p.editor, sight) >= kAtAGlance);
      CHECK(apart(p.fail, p.editor, sight) >= kAtAGlance);
      CHECK(apart(p.fail, p.series[0], sight) >= kAtAGlance);
      CHECK(apart(p.fail, p.series[kDifferenceSeries], sight) >= kAtAGlance);
    }
  }
}

TEST_CASE("passed and failed are told apart without their signs, too") {
  // They have a tick and a cross, and a word; a third status is a dash.
  constexpr double kBesideASign = 15;
  for (const ThemeChoice theme : {ThemeChoice::dark, ThemeChoice::light}) {
    const Palette& p = palette_of(theme);
    for (const Sight& sight : kSights) {
      CHECK(apart(p.pass, p.fail, sight) >= kBesideASign);
      CHECK(apart(p.pass, p.faint, sight) >= kBesideASign);
      CHECK(apart(p.fail, p.faint, sight) >= kBesideASign);
      CHECK(apart(p.fail, p.warn, sight) >= kBesideASign);  // errors and warnings, underlined
      // In a lens: what lanes ask for, what is moved for nothing (hatched), the chosen lane.
      CHECK(apart(p.pass, p.warn, sight) >= kBesideASign);
    }
  }
}

TEST_CASE(
    "the simulation makes red and green alike for who does not see them, and not for others") {
  const ImU32 red = IM_COL32(0xD0, 0x40, 0x30, 255), olive = IM_COL32(0x78, 0x78, 0x20, 255);
  CHECK(apart(red, olive, kSights[0]) > 50);
  CHECK(apart(red, olive, kSights[1]) < 0.6 * apart(red, olive, kSights[0]));
  CHECK(apart(red, olive, kSights[2]) < 0.6 * apart(red, olive, kSights[0]));
}

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

// What is seen where `over`, with its transparency, lies on `ground`.
ImU32 laid_over(ImU32 over, ImU32 ground) {
  const double alpha = (over >> IM_COL32_A_SHIFT & 255) / 255.0;
  const auto mix = [&](int shift) {
    return static_cast<ImU32>(
        std::lround((over >> shift & 255) * alpha + (ground >> shift & 255) * (1 - alpha)));
  };
  return IM_COL32(mix(IM_COL32_R_SHIFT), mix(IM_COL32_G_SHIFT), mix(IM_COL32_B_SHIFT), 255);
}

TEST_CASE("code is read on the caret's line, selected and found, and line numbers are, too") {
  for (const ThemeChoice theme : {ThemeChoice::dark, ThemeChoice::light}) {
    const Palette& p = palette_of(theme);
    const ImU32 line = laid_over(p.current_line, p.editor);
    for (const ImU32 ground :
         {p.editor, line, laid_over(p.selection, p.editor), laid_over(p.selection, line),
          laid_over(p.find_match, p.editor), laid_over(p.find_match, line)})
      for (const TokenKind kind :
           {TokenKind::plain, TokenKind::keyword, TokenKind::type, TokenKind::cuda,
            TokenKind::function, TokenKind::number, TokenKind::string, TokenKind::comment,
            TokenKind::preprocessor, TokenKind::punctuation}) {
        INFO("theme ", static_cast<int>(theme), ", kind ", static_cast<int>(kind));
        CHECK(contrast(color_of(p, kind), ground) >= 4.5);
      }
    CHECK(contrast(line_number_ink(p, false), p.editor) >= 4.5);
    CHECK(contrast(line_number_ink(p, true), line) >= 4.5);
    // And yet what is selected or found is seen to be.
    CHECK(contrast(laid_over(p.selection, p.editor), p.editor) >= 1.2);
    CHECK(contrast(laid_over(p.find_match, p.editor), p.editor) >= 1.2);
  }
}

TEST_CASE("transparency changes nothing but the transparency") {
  CHECK(with_alpha(IM_COL32(1, 2, 3, 255), 0) == IM_COL32(1, 2, 3, 0));
  CHECK(with_alpha(IM_COL32(1, 2, 3, 0), 1) == IM_COL32(1, 2, 3, 255));
}
