// Statements are written by instructors and shown by the window: any bytes must become blocks.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "draw/markdown.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace warplab::app;
  const markdown::Document document = markdown::parse({reinterpret_cast<const char*>(data), size});
  // What the layout relies on.
  const auto check = [&](const std::vector<markdown::Inline>& inlines) {
    for (const markdown::Inline& piece : inlines)
      if (piece.link >= static_cast<int>(document.links.size())) std::abort();
  };
  for (const markdown::Block& block : document.blocks) {
    check(block.inlines);
    if (block.indent < 0 || block.quote < 0 || block.level > 6) std::abort();
    for (const auto& row : block.table.rows) {
      if (row.size() > block.table.columns.size()) std::abort();
      for (const auto& cell : row) check(cell);
    }
  }
  return 0;
}
