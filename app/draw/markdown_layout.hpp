#pragma once
// A parsed statement laid out for a width: runs of text, shapes and pictures at their places,
// sorted so that only what is visible has to be drawn.
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "draw/markdown.hpp"
#include "draw/motion_view.hpp"
#include "draw/ui.hpp"
#include "exercise/glossary.hpp"

namespace warplab::app {

// Colours by their part, so that a change of theme needs no new layout.
enum class Ink : uint8_t { text, dim, strong, link, inline_code, code };

struct LaidRun {
  float x = 0, y = 0, width = 0;
  ImFont* font = nullptr;
  float shrink = 1;  // of the letters, where a diagram is scaled to fit
  Ink ink = Ink::text;
  TokenKind token = TokenKind::plain;  // of Ink::code
  int link = -1;                       // into markdown::Document::links
  int area = -1;                       // the code area it belongs to
  bool boxed = false;                  // inline code: on a ground of its own
  bool strike = false;
  std::string text;
};

struct LaidShape {
  enum class Kind : uint8_t { code_ground, rule, quote_bar, box, checked_box };
  Kind kind = Kind::rule;
  float x = 0, y = 0, width = 0, height = 0;
};

// A block of code; where it is wider than the pane it can be moved sideways.
struct CodeArea {
  float x = 0, y = 0, width = 0, height = 0, content_width = 0;
  std::string code;
  float shrink = 1;  // see LaidRun
};

struct LaidImage {
  float x = 0, y = 0, width = 0, height = 0;
  std::filesystem::path file;
  std::string description;
};

// A picture that moves.
struct LaidMotion {
  float x = 0, y = 0, height = 0;
  MotionMeasure measure;
  std::shared_ptr<const exercise::Motion> motion;
  std::string description;
};

// A word that the glossary explains. The first of each is marked, and the keyboard stops there.
struct LaidTerm {
  float x = 0, y = 0, width = 0, height = 0;
  size_t term = 0;
  bool is_first = false;
};

struct LaidHeading {
  float y = 0;
  int level = 1;
};

struct MarkdownLayout {
  float height = 0;
  std::vector<LaidRun> runs;          // by y
  std::vector<LaidShape> shapes;      // by y
  std::vector<CodeArea> areas;        // by y
  std::vector<LaidImage> images;      // by y
  std::vector<LaidMotion> motions;    // by y
  std::vector<LaidTerm> terms;        // by y
  std::vector<LaidHeading> headings;  // by y
  // The tallest of all, so that a search by y knows how far back to begin.
  float tallest = 0;
};

// Pictures are looked for below `folder`. `glossary`: none where null.
MarkdownLayout lay_out(const markdown::Document& document, const std::filesystem::path& folder,
                       Ui& ui, float width, const exercise::Glossary* glossary = nullptr);

ImU32 color_of(const Palette& palette, const LaidRun& run);

}  // namespace warplab::app
