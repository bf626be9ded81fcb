#include "draw/markdown_layout.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "base/file_text.hpp"
#include "common/cuda_syntax.hpp"
#include "draw/explained_words.hpp"
#include "draw/table_columns.hpp"
#include "draw/widgets.hpp"

namespace warplab::app {
namespace {

using markdown::Alignment;
using markdown::Block;
using markdown::Inline;

constexpr float kLineGap = 0.42f;   // of the height of the text, between lines of a paragraph
constexpr float kBlockGap = 0.75f;  // of the height of the text, between paragraphs
constexpr float kIndent = 20, kQuoteIndent = 16, kCodePadding = 10, kCellPadding = 8;
// Of the smallest letters. So the shape of a diagram is seen in the narrowest column, and a wider
// one shows the words.
constexpr float kLeastShrink = 0.45f;
constexpr float kCodeMargin = 3;  // beside code in a line, whose ground reaches beyond its letters

bool is_program(std::string_view language) {
  for (const std::string_view known : {"cuda", "cu", "c++", "cpp", "c", "cxx"})
    if (language == known) return true;
  return false;
}

// Where a line may be broken: the next space, but not one between digits, which is a thousands
// separator.
size_t next_break(std::string_view text) {
  const auto is_digit = [&](size_t i) {
    return i < text.size() && text[i] >= '0' && text[i] <= '9';
  };
  size_t space = text.find(' ');
  while (space != std::string_view::npos && space > 0 && is_digit(space - 1) && is_digit(space + 1))
    space = text.find(' ', space + 1);
  return space;
}

// Breaks inlines into lines of a given width and places them.
class Flow {
 public:
  Flow(Ui& ui, const std::filesystem::path& folder, const markdown::Document& document,
       MarkdownLayout& into)
      : ui_(ui), folder_(folder), document_(document), into_(into) {}

  struct Style {
    ImFont* text;
    ImFont* strong;
    Ink ink = Ink::text;
  };

  // Returns the y below the last line.
  float place(const std::vector<Inline>& inlines, float x, float y, float width, const Style& style,
              Alignment alignment = Alignment::left) {
    x_ = left_ = x;
    y_ = y;
    width_ = std::max(width, ui_.px(8));
    style_ = style;
    alignment_ = alignment;
    line_begin_ = into_.runs.size();
    for (size_t i = 0; i < inlines.size(); ++i) {
      glued_ = i + 1 < inlines.size() ? glued_width(inlines[i], inlines[i + 1]) : 0;
      add(inlines[i]);
    }
    if (into_.runs.size() > line_begin_ || inlines.empty()) end_line();
    return y_;
  }

  // The widths that the inlines want: of the longest word, and of all in one line.
  ColumnWidths measure(const std::vector<Inline>& inlines, const Style& style) {
    style_ = style;
    ColumnWidths widths;
    for (const Inline& piece : inlines) {
      ImFont* font = font_of(piece);
      widths.most += text_width(font, piece.text);
      std::string_view rest = piece.text;
      while (!rest.empty()) {
        const size_t end = std::min(next_break(rest), rest.size());
        widths.least = std::max(widths.least, text_width(font, rest.substr(0, end)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
    widths.most += ui_.px(2);
    widths.least += ui_.px(2);
    return widths;
  }

 private:
  // The width of the comma, bracket or the like that follows a piece without a space.
  float glued_width(const Inline& piece, const Inline& next) const {
    constexpr std::string_view kMarks = ".,;:!?)]";
    if (piece.text.ends_with(' ') || next.kind != Inline::Kind::text) return 0;
    const std::string_view text = next.text;
    const size_t marks = std::min(text.find_first_not_of(kMarks), text.size());
    if (marks == 0) return 0;
    const float margin = piece.kind == Inline::Kind::code ? ui_.px(kCodeMargin) : 0;
    return margin + text_width(font_of(next), text.substr(0, marks));
  }

  ImFont* font_of(const Inline& piece) const {
    if (piece.kind == Inline::Kind::code) return ui_.fonts.code_small;
    if (piece.strong) return style_.strong;
    return piece.emphasis && style_.text == ui_.fonts.text ? ui_.fonts.emphasis : style_.text;
  }

  Ink ink_of_piece(const Inline& piece) const {
    if (piece.link >= 0) return Ink::link;
    if (piece.kind == Inline::Kind::code) return Ink::inline_code;
    return piece.strong ? Ink::strong : style_.ink;
  }

  void add(const Inline& piece) {
    switch (piece.kind) {
      case Inline::Kind::line_break: return end_line();
      case Inline::Kind::image: return add_image(piece);
      case Inline::Kind::text:
      case Inline::Kind::code: break;
    }
    ImFont* font = font_of(piece);
    std::string_view rest = piece.text;
    const float margin = piece.kind == Inline::Kind::code ? ui_.px(kCodeMargin) : 0;
    if (x_ > left_) x_ += margin;
    place_words(piece, font, rest);
    x_ += margin;
  }

  void place_words(const Inline& piece, ImFont* font, std::string_view rest) {
    while (!rest.empty()) {
      // One word and the space behind it; the space may hang over the edge.
      const size_t space = next_break(rest);
      std::string_view word =
          rest.substr(0, space == std::string_view::npos ? rest.size() : space + 1);
      rest.remove_prefix(word.size());
      std::string_view ink = word;
      if (ink.ends_with(' ')) ink.remove_suffix(1);
      const float room = left_ + width_ - x_;
      // A mark that follows comes along, unless the word fills a line of its own.
      const float wanted = text_width(font, ink);
      const float glued = rest.empty() && wanted + glued_ <= width_ ? glued_ : 0;
      if (wanted + glued > room && x_ > left_) {
        end_line();
        if (ink.empty()) continue;
      }
      // A word longer than a whole line is broken where it must be.
      while (text_width(font, ink) > width_) {
        const char* end = ink.data();
        font->CalcTextSizeA(font->FontSize, width_, 0, ink.data(), ink.data() + ink.size(), &end);
        const size_t fits = std::max<size_t>(static_cast<size_t>(end - ink.data()), 1);
        if (fits >= ink.size()) break;
        put(piece, font, ink.substr(0, fits));
        end_line();
        ink.remove_prefix(fits);
        word.remove_prefix(fits);
      }
      put(piece, font, word);
    }
  }

  void put(const Inline& piece, ImFont* font, std::string_view text) {
    if (text.empty() || (x_ == left_ && text == " " && piece.kind == Inline::Kind::text)) return;
    const float width = text_width(font, text);
    const Ink ink = ink_of_piece(piece);
    const bool boxed = piece.kind == Inline::Kind::code;
    if (into_.runs.size() > line_begin_) {
      LaidRun& last = into_.runs.back();
      if (last.font == font && last.ink == ink && last.link == piece.link && last.boxed == boxed &&
          last.strike == piece.strike) {
        last.text += text;
        last.width += width;
        x_ += width;
        return;
      }
    }
    LaidRun run;
    run.x = x_;
    run.y = y_;
    run.width = width;
    run.font = font;
    run.ink = ink;
    run.link = piece.link;
    run.boxed = boxed;
    run.strike = piece.strike;
    run.text = text;
    into_.runs.push_back(std::move(run));
    x_ += width;
  }

  void end_line() {
    float ascent = style_.text->Ascent, height = style_.text->FontSize, end = left_;
    for (size_t i = line_begin_; i < into_.runs.size(); ++i) {
      LaidRun& run = into_.runs[i];
      // Spaces that hang over do not count, or a centred line would not be in the centre.
      std::string_view ink = run.text;
      while (ink.ends_with(' ') && i + 1 == into_.runs.size()) ink.remove_suffix(1);
      if (ink.size() < run.text.size()) {
        run.text.resize(ink.size());
        run.width = text_width(run.font, run.text);
      }
      ascent = std::max(ascent, run.font->Ascent);
      height = std::max(height, run.font->FontSize);
      end = run.x + run.width;
    }
    float shift = left_ + width_ - end;
    if (alignment_ == Alignment::left) shift = 0;
    if (alignment_ == Alignment::center) shift /= 2;
    for (size_t i = line_begin_; i < into_.runs.size(); ++i) {
      into_.runs[i].x += std::max(shift, 0.0f);
      into_.runs[i].y += std::round(ascent - into_.runs[i].font->Ascent);
    }
    line_begin_ = into_.runs.size();
    x_ = left_;
    y_ += std::round(height * (1 + kLineGap));
  }

  // What stands in place of a picture that cannot be shown.
  void add_words(const Inline& piece, std::string words) {
    Inline text = piece;
    text.kind = Inline::Kind::text;
    text.link = -1;
    text.text = std::move(words);
    add(text);
  }

  void add_motion(const Inline& piece, const std::filesystem::path& file) {
    const auto text = file_text(file);
    if (!text) return add_words(piece, "[" + file.string() + ": cannot be read]");
    auto motion = exercise::load_motion(*text, file.string());
    if (!motion) return add_words(piece, "[" + motion.error() + "]");
    LaidMotion laid;
    laid.motion = std::make_shared<const exercise::Motion>(std::move(*motion));
    laid.description = piece.text;
    laid.measure = measure_motion(ui_, *laid.motion, width_);
    laid.height = laid.measure.height;
    laid.x = left_;
    laid.y = y_;
    y_ += laid.height + ui_.px(6);
    into_.tallest = std::max(into_.tallest, laid.height);
    into_.motions.push_back(std::move(laid));
  }

  void add_image(const Inline& piece) {
    if (x_ > left_) end_line();
    LaidImage image;
    image.file = folder_ / document_.links[static_cast<size_t>(piece.link)];
    if (image.file.filename().string().ends_with(exercise::kMotionEnding))
      return add_motion(piece, image.file);
    image.description = piece.text;
    Images::Image loaded;
    if (ui_.images) loaded = ui_.images->load(image.file);
    if (loaded.width == 0) {  // its description stands for it
      return add_words(
          piece, "[" + (piece.text.empty() ? image.file.filename().string() : piece.text) + "]");
    }
    const float natural = static_cast<float>(loaded.width) * ui_.scale;
    image.width = std::min(natural, width_);
    image.height =
        image.width * static_cast<float>(loaded.height) / static_cast<float>(loaded.width);
    image.x = left_;
    image.y = y_;
    y_ += image.height + ui_.px(6);
    into_.tallest = std::max(into_.tallest, image.height);
    into_.images.push_back(std::move(image));
  }

  Ui& ui_;
  const std::filesystem::path& folder_;
  const markdown::Document& document_;
  MarkdownLayout& into_;
  Style style_{};
  Alignment alignment_ = Alignment::left;
  float x_ = 0, y_ = 0, left_ = 0, width_ = 0;
  float glued_ = 0;  // of the piece that is being placed
  size_t line_begin_ = 0;
};

class Layouter {
 public:
  Layouter(const markdown::Document& document, const std::filesystem::path& folder, Ui& ui,
           float width)
      : document_(document), ui_(ui), width_(width), flow_(ui, folder, document, out_) {}

  MarkdownLayout run() {
    for (const Block& block : document_.blocks) place(block);
    out_.height = y_;
    const auto by_y = [](const auto& a, const auto& b) { return a.y < b.y; };
    std::stable_sort(out_.runs.begin(), out_.runs.end(), by_y);
    std::stable_sort(out_.shapes.begin(), out_.shapes.end(), by_y);
    for (const LaidShape& shape : out_.shapes) out_.tallest = std::max(out_.tallest, shape.height);
    for (const LaidRun& run : out_.runs) out_.tallest = std::max(out_.tallest, run.font->FontSize);
    return std::move(out_);
  }

 private:
  float size() const { return ui_.fonts.text->FontSize; }

  void place(const Block& block) {
    const bool first = y_ == 0;
    float gap = block.tight ? size() * 0.15f : size() * kBlockGap;
    if (block.kind == Block::Kind::heading) gap = size() * (block.level == 1 ? 1.3f : 1.25f);
    if (!first) y_ += std::round(gap);
    const float left = ui_.px(kIndent) * static_cast<float>(block.indent) +
                       ui_.px(kQuoteIndent) * static_cast<float>(block.quote);
    const float width = std::max(width_ - left, ui_.px(60));
    if (!block.marker.empty()) place_marker(block, left);
    const float top = y_;
    switch (block.kind) {
      case Block::Kind::heading:
        out_.headings.push_back({y_, block.level});
        // Beside a title there is a button in the corner (course/statement_view.cpp).
        place_heading(block, left, first && block.level == 1 ? width - ui_.px(30) : width);
        break;
      case Block::Kind::paragraph: {
        const Flow::Style style{ui_.fonts.text, ui_.fonts.strong,
                                block.quote ? Ink::dim : Ink::text};
        y_ = flow_.place(block.inlines, left, y_, width, style);
        break;
      }
      case Block::Kind::code: place_code(block, left, width); break;
      case Block::Kind::rule:
        out_.shapes.push_back({LaidShape::Kind::rule, left, y_ + ui_.px(4), width, 1});
        y_ += ui_.px(9);
        break;
      case Block::Kind::table: place_table(block, left, width); break;
    }
    for (int i = 0; i < block.quote; ++i)
      out_.shapes.push_back({LaidShape::Kind::quote_bar,
                             left - ui_.px(kQuoteIndent) * static_cast<float>(i + 1) + ui_.px(3),
                             top, ui_.px(3), y_ - top - size() * kLineGap});
  }

  void place_marker(const Block& block, float left) {
    if (block.marker.starts_with('[')) {
      const float box = ui_.px(13);
      out_.shapes.push_back(
          {block.marker == "[x]" ? LaidShape::Kind::checked_box : LaidShape::Kind::box,
           left - ui_.px(18), y_ + (size() - box) / 2, box, box});
      return;
    }
    LaidRun run;
    run.font = ui_.fonts.text;
    run.text = block.marker;
    run.width = text_width(run.font, run.text);
    run.x =
        left - run.width - ui_.px(block.marker.size() > 1 && block.marker.back() == '.' ? 5 : 8);
    run.y = y_;
    run.ink = Ink::dim;
    out_.runs.push_back(std::move(run));
  }

  void place_heading(const Block& block, float left, float width) {
    ImFont* font = block.level == 1   ? ui_.fonts.title
                   : block.level == 2 ? ui_.fonts.heading
                                      : ui_.fonts.strong;
    y_ = flow_.place(block.inlines, left, y_, width, {font, font, Ink::strong});
    y_ -= std::round(font->FontSize * 0.2f);
  }

  void place_code(const Block& block, float left, float width) {
    const TextBuffer lines(block.code);
    int columns = 0;
    for (int i = 0; i < lines.line_count(); ++i)
      columns =
          std::max(columns, screen_column(lines.line(i), static_cast<int>(lines.line(i).size())));
    // Smaller letters where that makes it fit.
    const auto fits = [&](const ImFont* candidate) {
      return candidate->GetCharAdvance('0') * static_cast<float>(columns) +
                 2 * ui_.px(kCodePadding) <=
             width;
    };
    ImFont* font = fits(ui_.fonts.code_small) || !fits(ui_.fonts.code_tiny) ? ui_.fonts.code_small
                                                                            : ui_.fonts.code_tiny;
    // A diagram is seen as a whole, however small, down to what can still be read.
    const float padding = ui_.px(kCodePadding);
    const float room = width - 2 * padding,
                full = font->GetCharAdvance('0') * static_cast<float>(columns);
    const bool is_diagram = !is_program(block.language);
    const float shrink = is_diagram && full > room ? std::max(room / full, kLeastShrink) : 1.0f;
    const float line_height = std::round(font->FontSize * shrink * 1.4f);
    const float advance = font->GetCharAdvance('0') * shrink;
    const int index = static_cast<int>(out_.areas.size());
    CodeArea area{left, y_, width, 0, 0, block.code, shrink};
    float y = y_ + padding;
    LineState state = LineState::code;
    for (int i = 0; i < lines.line_count(); ++i) {
      const std::string& line = lines.line(i);
      std::vector<Token> tokens;
      if (is_program(block.language)) tokens = tokenize(line, state);
      else tokens = {{0, static_cast<int>(line.size()), TokenKind::plain}};
      for (const Token& token : tokens) {
        LaidRun run;
        run.x = left + padding + advance * static_cast<float>(screen_column(line, token.begin));
        run.y = y;
        run.font = font;
        run.shrink = shrink;
        run.ink = Ink::code;
        run.token = token.kind;
        run.area = index;
        run.text = line.substr(static_cast<size_t>(token.begin),
                               static_cast<size_t>(token.end - token.begin));
        for (char& c : run.text)
          if (c == '\t') c = ' ';
        run.width = text_width(font, run.text) * shrink;
        area.content_width = std::max(area.content_width, run.x + run.width - left + padding);
        if (!run.text.empty()) out_.runs.push_back(std::move(run));
      }
      y += line_height;
    }
    area.height = y + padding - (line_height - font->FontSize * shrink) - y_;
    out_.shapes.push_back({LaidShape::Kind::code_ground, left, y_, width, area.height});
    y_ += area.height + ui_.px(3);
    out_.areas.push_back(std::move(area));
  }

  std::vector<ColumnWidths> wanted_by(const markdown::Table& table, const Flow::Style& head,
                                      const Flow::Style& body) {
    std::vector<ColumnWidths> wanted(table.columns.size());
    for (size_t r = 0; r < table.rows.size(); ++r)
      for (size_t c = 0; c < table.rows[r].size() && c < wanted.size(); ++c) {
        const ColumnWidths cell = flow_.measure(table.rows[r][c], r == 0 ? head : body);
        wanted[c].least = std::max(wanted[c].least, cell.least);
        wanted[c].most = std::max(wanted[c].most, cell.most);
      }
    return wanted;
  }

  void place_table(const Block& block, float left, float width) {
    const markdown::Table& table = block.table;
    const size_t columns = table.columns.size();
    if (columns == 0) return;
    Flow::Style body{ui_.fonts.text, ui_.fonts.strong};
    Flow::Style head{ui_.fonts.strong, ui_.fonts.strong, Ink::strong};
    float padding = ui_.px(kCellPadding);
    const auto room = [&] { return width - 2 * padding * static_cast<float>(columns); };
    std::vector<ColumnWidths> wanted = wanted_by(table, head, body);
    // Words are not broken as long as small letters, closer together, have room for them.
    if (least_of(wanted) > room()) {
      body = {ui_.fonts.small, ui_.fonts.small_strong};
      head = {ui_.fonts.small_strong, ui_.fonts.small_strong, Ink::strong};
      padding /= 2;
      wanted = wanted_by(table, head, body);
    }
    const std::vector<float> widths = share(wanted, room(), ui_.px(40));
    float table_width = 0;
    for (const float w : widths) table_width += w + 2 * padding;
    for (size_t r = 0; r < table.rows.size(); ++r) {
      const float top = y_ + ui_.px(5);
      float bottom = top, x = left;
      for (size_t c = 0; c < table.rows[r].size() && c < columns; ++c) {
        const float end = flow_.place(table.rows[r][c], x + padding, top, widths[c],
                                      r == 0 ? head : body, table.columns[c]);
        bottom = std::max(bottom, end);
        x += widths[c] + 2 * padding;
      }
      y_ = bottom + ui_.px(1);
      out_.shapes.push_back({LaidShape::Kind::rule, left, y_, table_width, r == 0 ? 2.0f : 1.0f});
    }
    y_ += ui_.px(4);
  }

  const markdown::Document& document_;
  Ui& ui_;
  float width_;
  float y_ = 0;
  MarkdownLayout out_;
  Flow flow_;
};

}  // namespace

MarkdownLayout lay_out(const markdown::Document& document, const std::filesystem::path& folder,
                       Ui& ui, float width, const exercise::Glossary* glossary) {
  MarkdownLayout layout = Layouter(document, folder, ui, width).run();
  if (glossary) layout.terms = explained_words(layout, ui, *glossary);
  return layout;
}

ImU32 color_of(const Palette& p, const LaidRun& run) {
  switch (run.ink) {
    case Ink::text: return p.text;
    case Ink::dim: return p.dim;
    case Ink::strong: return p.text;
    case Ink::link: return p.link;
    case Ink::inline_code: return p.code_string;
    case Ink::code: return color_of(p, run.token);
  }
  return p.text;
}

}  // namespace warplab::app
