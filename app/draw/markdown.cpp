#include "draw/markdown.hpp"

#include <md4c.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "base/utf8.hpp"

namespace warplab::app::markdown {
namespace {

// Deeper nesting than this is a mistake or an attack; it is shown at this depth.
constexpr int kDeepest = 12;

// The entities that people write; others stay as they are.
struct Entity {
  std::string_view name;
  uint32_t code;
};
constexpr Entity kEntities[] = {
    {"&amp;", '&'},       {"&lt;", '<'},       {"&gt;", '>'},       {"&quot;", '"'},
    {"&apos;", '\''},     {"&nbsp;", 0xA0},    {"&times;", 0xD7},   {"&middot;", 0xB7},
    {"&micro;", 0xB5},    {"&deg;", 0xB0},     {"&le;", 0x2264},    {"&ge;", 0x2265},
    {"&ne;", 0x2260},     {"&plusmn;", 0xB1},  {"&rarr;", 0x2192},  {"&larr;", 0x2190},
    {"&hellip;", 0x2026}, {"&ndash;", 0x2013}, {"&mdash;", 0x2014}, {"&sum;", 0x2211},
    {"&lambda;", 0x3BB},  {"&gamma;", 0x3B3},  {"&alpha;", 0x3B1},  {"&beta;", 0x3B2},
    {"&pi;", 0x3C0},
};

void append_entity(std::string& text, std::string_view entity) {
  if (entity.starts_with("&#")) {
    std::string_view digits = entity.substr(2, entity.size() - 3);
    const bool hexadecimal = digits.starts_with('x') || digits.starts_with('X');
    if (hexadecimal) digits.remove_prefix(1);
    uint32_t code = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), code, hexadecimal ? 16 : 10);
    append_utf8(text, code == 0 ? 0xFFFD : code);
    return;
  }
  for (const Entity& known : kEntities)
    if (known.name == entity) return append_utf8(text, known.code);
  text += entity;
}

// Collects md4c's events into blocks.
class Builder {
 public:
  Document take() { return std::move(document_); }

  void enter(MD_BLOCKTYPE type, void* detail) {
    end_spans();
    switch (type) {
      case MD_BLOCK_QUOTE: ++quote_; break;
      case MD_BLOCK_UL:
        lists_.push_back({false, 0, static_cast<MD_BLOCK_UL_DETAIL*>(detail)->is_tight != 0});
        break;
      case MD_BLOCK_OL: {
        const auto* list = static_cast<MD_BLOCK_OL_DETAIL*>(detail);
        lists_.push_back({true, list->start, list->is_tight != 0});
        break;
      }
      case MD_BLOCK_LI: enter_item(*static_cast<MD_BLOCK_LI_DETAIL*>(detail)); break;
      case MD_BLOCK_HR: add(Block::Kind::rule); break;
      case MD_BLOCK_H:
        add(Block::Kind::heading).level =
            static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
        open_ = true;
        break;
      case MD_BLOCK_P:
        add(Block::Kind::paragraph);
        open_ = true;
        break;
      case MD_BLOCK_CODE: {
        const MD_ATTRIBUTE& language = static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->lang;
        Block& block = add(Block::Kind::code);
        if (language.text) block.language.assign(language.text, language.size);
        break;
      }
      case MD_BLOCK_TABLE: add(Block::Kind::table); break;
      case MD_BLOCK_TR:
        if (last_is_table()) document_.blocks.back().table.rows.emplace_back();
        break;
      case MD_BLOCK_TH:
      case MD_BLOCK_TD: enter_cell(type, *static_cast<MD_BLOCK_TD_DETAIL*>(detail)); break;
      default: break;
    }
  }

  void leave(MD_BLOCKTYPE type) {
    end_spans();
    switch (type) {
      case MD_BLOCK_QUOTE: --quote_; break;
      case MD_BLOCK_UL:
      case MD_BLOCK_OL: lists_.pop_back(); break;
      case MD_BLOCK_LI:
        // An item without any content still shows its marker.
        if (!marker_.empty()) add(Block::Kind::paragraph);
        open_ = false;
        break;
      case MD_BLOCK_CODE:
        if (is_in(Block::Kind::code) && document_.blocks.back().code.ends_with('\n'))
          document_.blocks.back().code.pop_back();
        open_ = false;
        break;
      default: open_ = false; break;
    }
  }

  void enter(MD_SPANTYPE type, void* detail) {
    switch (type) {
      case MD_SPAN_STRONG: ++strong_; break;
      case MD_SPAN_EM: ++emphasis_; break;
      case MD_SPAN_DEL: ++strike_; break;
      case MD_SPAN_CODE: ++code_; break;
      case MD_SPAN_A:
        document_.links.push_back(text_of(static_cast<MD_SPAN_A_DETAIL*>(detail)->href));
        links_.push_back(static_cast<int>(document_.links.size()) - 1);
        break;
      case MD_SPAN_IMG: {
        document_.links.push_back(text_of(static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src));
        if (std::vector<Inline>* to = target()) {
          Inline image = styled(Inline::Kind::image);
          image.link = static_cast<int>(document_.links.size()) - 1;
          to->push_back(std::move(image));
        }
        ++image_;
        break;
      }
      default: break;
    }
  }

  // No span goes on in another block.
  void end_spans() {
    strong_ = emphasis_ = strike_ = code_ = image_ = 0;
    links_.clear();
  }

  // md4c may leave another span than it entered, as in "![]([)]()".
  static void leave(int& depth) { depth = std::max(depth - 1, 0); }

  void leave(MD_SPANTYPE type) {
    switch (type) {
      case MD_SPAN_STRONG: leave(strong_); break;
      case MD_SPAN_EM: leave(emphasis_); break;
      case MD_SPAN_DEL: leave(strike_); break;
      case MD_SPAN_CODE: leave(code_); break;
      case MD_SPAN_A:
        if (!links_.empty()) links_.pop_back();
        break;
      case MD_SPAN_IMG: leave(image_); break;
      default: break;
    }
  }

  void text(MD_TEXTTYPE type, std::string_view piece) {
    if (is_in(Block::Kind::code)) {
      document_.blocks.back().code += piece;
      return;
    }
    std::string text;
    switch (type) {
      case MD_TEXT_BR: return line_break();
      case MD_TEXT_SOFTBR: text = " "; break;
      case MD_TEXT_NULLCHAR: append_utf8(text, 0xFFFD); break;
      case MD_TEXT_ENTITY: append_entity(text, piece); break;
      default: text = piece; break;
    }
    std::vector<Inline>* to = target();
    if (!to) return;
    if (image_) {  // the description of the image that was just opened
      if (!to->empty() && to->back().kind == Inline::Kind::image) to->back().text += text;
      return;
    }
    Inline piece_of_text = styled(code_ ? Inline::Kind::code : Inline::Kind::text);
    if (!to->empty() && same_style(to->back(), piece_of_text)) {
      to->back().text += text;
    } else {
      piece_of_text.text = std::move(text);
      to->push_back(std::move(piece_of_text));
    }
  }

 private:
  struct List {
    bool ordered;
    unsigned next;  // number of the next item
    bool tight;
    int items = 0;
  };

  static std::string text_of(const MD_ATTRIBUTE& attribute) {
    return attribute.text ? std::string(attribute.text, attribute.size) : std::string();
  }
  static bool same_style(const Inline& a, const Inline& b) {
    return a.kind == b.kind && a.kind != Inline::Kind::image &&
           a.kind != Inline::Kind::line_break && a.strong == b.strong && a.emphasis == b.emphasis &&
           a.strike == b.strike && a.link == b.link;
  }

  bool is_in(Block::Kind kind) const {
    return open_ && !document_.blocks.empty() && document_.blocks.back().kind == kind;
  }
  bool last_is_table() const {
    return !document_.blocks.empty() && document_.blocks.back().kind == Block::Kind::table;
  }

  Block& add(Block::Kind kind) {
    Block block;
    block.kind = kind;
    block.indent = std::min(static_cast<int>(lists_.size()), kDeepest);
    block.quote = std::min(quote_, kDeepest);
    block.marker = std::exchange(marker_, {});
    // The first item of a list keeps its distance from the paragraph above.
    block.tight = !lists_.empty() && lists_.back().tight && !first_item_;
    first_item_ = false;
    document_.blocks.push_back(std::move(block));
    open_ = kind == Block::Kind::code || kind == Block::Kind::table;
    return document_.blocks.back();
  }

  void enter_item(const MD_BLOCK_LI_DETAIL& item) {
    List& list = lists_.back();
    if (!marker_.empty()) add(Block::Kind::paragraph);  // an item that begins with a list
    first_item_ = list.items++ == 0 && lists_.size() == 1;
    if (item.is_task) marker_ = item.task_mark == ' ' ? "[ ]" : "[x]";
    else marker_ = list.ordered ? std::to_string(list.next++) + "." : "\u2022";
    open_ = false;
  }

  void enter_cell(MD_BLOCKTYPE type, const MD_BLOCK_TD_DETAIL& cell) {
    if (!last_is_table()) return;
    open_ = true;
    Table& table = document_.blocks.back().table;
    if (table.rows.empty()) table.rows.emplace_back();
    table.rows.back().emplace_back();
    if (type == MD_BLOCK_TH || table.columns.size() < table.rows.back().size())
      table.columns.push_back(cell.align == MD_ALIGN_RIGHT    ? Alignment::right
                              : cell.align == MD_ALIGN_CENTER ? Alignment::center
                                                              : Alignment::left);
  }

  // Where text goes now: the open block, or in a tight list, where md4c sends no paragraphs, a new
  // one.
  std::vector<Inline>* target() {
    if (!open_) {
      if (lists_.empty() && document_.blocks.empty() && marker_.empty()) return nullptr;
      add(Block::Kind::paragraph);
      open_ = true;
    }
    Block& block = document_.blocks.back();
    if (block.kind != Block::Kind::table) return &block.inlines;
    if (block.table.rows.empty() || block.table.rows.back().empty()) return nullptr;
    return &block.table.rows.back().back();
  }

  Inline styled(Inline::Kind kind) const {
    Inline made;
    made.kind = kind;
    made.strong = strong_ > 0;
    made.emphasis = emphasis_ > 0;
    made.strike = strike_ > 0;
    if (!links_.empty()) made.link = links_.back();
    return made;
  }

  void line_break() {
    if (std::vector<Inline>* to = target(); to && !image_)
      to->push_back(styled(Inline::Kind::line_break));
  }

  Document document_;
  std::vector<List> lists_;
  std::vector<int> links_;
  std::string marker_;  // of the item whose first block has not come yet
  bool open_ = false;   // the last block takes text
  bool first_item_ = false;
  int quote_ = 0, strong_ = 0, emphasis_ = 0, strike_ = 0, code_ = 0, image_ = 0;
};

Builder& builder(void* user) { return *static_cast<Builder*>(user); }

}  // namespace

Document parse(std::string_view text) {
  MD_PARSER parser{};
  parser.flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS |
                 MD_FLAG_PERMISSIVEURLAUTOLINKS | MD_FLAG_NOHTML;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* user) {
    builder(user).enter(type, detail);
    return 0;
  };
  parser.leave_block = [](MD_BLOCKTYPE type, void*, void* user) {
    builder(user).leave(type);
    return 0;
  };
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* user) {
    builder(user).enter(type, detail);
    return 0;
  };
  parser.leave_span = [](MD_SPANTYPE type, void*, void* user) {
    builder(user).leave(type);
    return 0;
  };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* piece, MD_SIZE size, void* user) {
    builder(user).text(type, {piece, size});
    return 0;
  };
  Builder into;
  // md4c looks for line ends with functions for strings, which want one that ends in a zero.
  const std::string ended(text.substr(0, 1u << 30));
  md_parse(ended.c_str(), static_cast<MD_SIZE>(ended.size()), &parser, &into);
  return into.take();
}

}  // namespace warplab::app::markdown
