#pragma once
// A statement's Markdown as a flat list of blocks, ready to be laid out: nesting has become
// indentation. Parsed by md4c: CommonMark with tables, strike-through, task lists and bare web
// links. Raw HTML is text.
#include <string>
#include <string_view>
#include <vector>

namespace warplab::app::markdown {

struct Inline {
  enum class Kind { text, code, image, line_break };
  Kind kind = Kind::text;
  std::string text;  // an image's description
  bool strong = false, emphasis = false, strike = false;
  int link = -1;  // into Document::links; of an image, its own address
};

enum class Alignment { left, center, right };

struct Table {
  std::vector<Alignment> columns;
  std::vector<std::vector<std::vector<Inline>>> rows;  // [row][column]; the first row is the head
};

struct Block {
  enum class Kind { heading, paragraph, code, rule, table };
  Kind kind = Kind::paragraph;
  int level = 0;       // of a heading, 1 ... 6
  int indent = 0;      // depth in lists
  int quote = 0;       // depth in quotations
  bool tight = false;  // follows the block before it without a gap
  std::string marker;  // of a list's item, on its first block: "\u2022", "3.", "[x]", "[ ]"
  std::vector<Inline> inlines;
  std::string code, language;
  Table table;
};

struct Document {
  std::vector<Block> blocks;
  std::vector<std::string> links;
};

// Never fails: what is not Markdown is text.
Document parse(std::string_view text);

}  // namespace warplab::app::markdown
