#include "sim/observe/shadow_cells.hpp"

namespace warplab::sim {
namespace {

void split_into_bytes(CellPage& page, TouchPool& pool) {
  std::vector<ShadowCell> bytes(kPageBytes);
  for (size_t b = 0; b < bytes.size(); ++b) {
    const ShadowCell& word = page.cells[b >> 2];
    bytes[b] = b & 3 ? ShadowCell{pool.copy(word.writes), pool.copy(word.reads),
                                  pool.copy(word.strong), pool.copy(word.covered)}
                     : word;
  }
  page.cells = std::move(bytes);
  page.unit_shift = 0;
}

}  // namespace

CellPage& ShadowCells::page(uint64_t address, uint32_t bytes, TouchPool& pool) {
  const uint64_t number = address >> kPageShift;
  if (number / kChunkPages != last_number_) {
    auto& chunk = chunks_[number / kChunkPages];
    if (!chunk) {
      chunk = std::make_unique<Chunk>();
      bytes_ += sizeof(Chunk);
    }
    last_ = chunk.get();
    last_number_ = number / kChunkPages;
  }
  auto& page = (*last_)[number % kChunkPages];
  if (!page) {
    page = std::make_unique<CellPage>();
    if (bytes < 4) page->unit_shift = 0;
    page->cells.resize(kPageBytes >> page->unit_shift);
    bytes_ += sizeof(CellPage) + page->cells.size() * sizeof(ShadowCell);
  }
  if (bytes < 4 && page->unit_shift != 0) {
    split_into_bytes(*page, pool);
    bytes_ += kPageBytes / 4 * 3 * sizeof(ShadowCell);
  }
  return *page;
}

void ShadowCells::clear() {
  chunks_.clear();
  bytes_ = 0;
  last_number_ = ~0ull;
  last_ = nullptr;
}

}  // namespace warplab::sim
