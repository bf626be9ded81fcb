#pragma once
// Which bytes of memory hold a value: global buffers that start without one, shared and local
// memory.
#include <array>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "sim/observe/undefined_book.hpp"

namespace warplab::sim {

class UndefinedMemory {
 public:
  UndefinedMemory(std::span<const Buffer> buffers, const AddressSpace& addresses,
                  UndefinedBook& book);
  // Variables that start anew hold a value again, whatever an earlier launch stored there. Where the
  // launch has suspects, nothing else can be undefined.
  void launch_starts(const LaunchState& launch);
  void block_starts(const Block& block);
  void block_ends(const Block& block);
  // The lane's local memory [begin, begin + bytes) is a new frame's.
  void frame_starts(const Warp& w, uint32_t lanes, uint32_t begin, uint32_t bytes);

  // Where the value of bytes [offset, offset + bytes) of the lane's access is undefined, else 0.
  OriginNumber read(const AccessEvent& e, unsigned lane, uint32_t offset, uint32_t bytes);
  void write(const AccessEvent& e, unsigned lane, uint32_t offset, uint32_t bytes,
             OriginNumber origin);
  // Has an undefined value been stored in a buffer which must be written, and not written over?
  bool has_results() const { return has_results_ && !stored_.empty(); }
  // From now on only what overwrites them is of interest.
  void watch_results();
  void written_over(const AccessEvent& e);
  uint64_t bytes() const;
  // Undefined values that were left in buffers which must be written.
  void report_results();

 private:
  static constexpr uint32_t kPage = 512;
  struct Page {
    const Allocation* allocation = nullptr;
    std::array<uint64_t, kPage / 64> undefined{};
  };
  struct Stored {
    OriginNumber origin = 0;
    uint32_t site = 0, block = 0, thread = 0, launch = 0;
  };
  struct BlockMemory {
    std::vector<uint64_t> defined;             // a bit a byte of shared memory
    std::vector<std::vector<uint32_t>> local;  // by warp and byte: lanes that have a value
    std::unordered_map<uint64_t, OriginNumber> shared_origins, local_origins;
  };
  Page& page(const AccessEvent& e, uint64_t address);
  BlockMemory& of(const Block& block) { return blocks_.of(block); }
  static bool is_word(const Page& page);
  static uint64_t unit_of(const Page& page, uint64_t address);
  OriginNumber never_written(const AccessEvent& e, unsigned lane, uint64_t address);

  std::span<const Buffer> buffers_;
  const AddressSpace& addresses_;
  UndefinedBook& book_;
  Suspects* suspects_ = nullptr;
  bool has_results_ = false;
  bool global_matters_ = false;  // some global byte is, or became, undefined
  std::unordered_map<uint64_t, Page> pages_;
  uint64_t last_number_ = ~0ull;
  Page* last_page_ = nullptr;
  std::map<uint64_t, Stored> stored_;  // units of global memory that got an undefined value
  PerBlock<BlockMemory> blocks_;
};

}  // namespace warplab::sim
