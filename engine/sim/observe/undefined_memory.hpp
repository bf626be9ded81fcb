#pragma once
// Which bytes of memory hold a value: global buffers that start without one, shared and local
// memory. Valid bits as in Memcheck (Seward, Nethercote, 2005), with these departures: a bit stands
// for a byte, and single bits are kept only of words in which something undefined was stored; words
// have the origin of their value beside them, as in MemorySanitizer; and what is undefined in a
// result is told when the run is over, as it may still be written over.
#include <array>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "sim/observe/undefined_book.hpp"

namespace warplab::sim {

class UndefinedMemory {
 public:
  // `valued`: see make_exact_observer().
  UndefinedMemory(std::span<const Buffer> buffers, const AddressSpace& addresses,
                  std::vector<const std::vector<uint64_t>*> valued, UndefinedBook& book);
  // Variables that start anew hold a value again, whatever an earlier launch stored there. Where
  // the launch has suspects, nothing else can be undefined.
  void launch_starts(const LaunchState& launch);
  void block_starts(const Block& block);
  void block_ends(const Block& block);
  // The lane's local memory [begin, begin + bytes) is a new frame's.
  void frame_starts(const Warp& w, uint32_t lanes, uint32_t begin, uint32_t bytes);

  // Where the value of bytes [offset, offset + bytes) of the lane's access is undefined, else 0.
  // `bits`: which bits of it are, of 8 bytes at most.
  OriginNumber read(const AccessEvent& e, unsigned lane, uint32_t offset, uint32_t bytes,
                    uint64_t& bits);
  // `bits`: those that have no value; 0 where `origin` is 0.
  void write(const AccessEvent& e, unsigned lane, uint32_t offset, uint32_t bytes,
             OriginNumber origin, uint64_t bits);
  // Has an undefined value been stored in a result, and not written over?
  bool has_results() const { return has_results_ && !stored_.empty(); }
  // From now on only what overwrites them is of interest.
  void watch_results();
  void written_over(const AccessEvent& e);
  uint64_t bytes() const;
  // Undefined values that were left in results.
  void report_results();

 private:
  static constexpr uint32_t kPage = 512;
  struct Page {
    const Allocation* allocation = nullptr;
    std::array<uint64_t, kPage / 64> undefined{};
  };
  // Of the bytes of a word, those bits that were stored without having a value. None of a byte:
  // what it lacks it has lacked from the start.
  using ByteBits = std::array<uint8_t, 4>;
  struct Stored : UndefinedStore {
    ByteBits bits{};
  };
  struct StoredWord {
    OriginNumber origin = 0;
    ByteBits bits{};
  };
  struct BlockMemory {
    std::vector<uint64_t> defined;             // a bit a byte of shared memory
    std::vector<std::vector<uint32_t>> local;  // by warp and byte: lanes that have a value
    std::unordered_map<uint64_t, StoredWord> shared_origins, local_origins;  // by word
    uint64_t counted = 0;                                                    // in block_bytes_
  };
  // A byte that is stored, and its bits that have no value.
  struct StoredByte {
    uint64_t at;
    OriginNumber origin;
    uint8_t lost;
  };
  void write_global(const AccessEvent& e, unsigned lane, const StoredByte& byte);
  void write_shared(const AccessEvent& e, const StoredByte& byte, BlockMemory& m);
  void write_local(const AccessEvent& e, unsigned lane, const StoredByte& byte, BlockMemory& m);
  Page& page(const AccessEvent& e, uint64_t address);
  BlockMemory& of(const Block& block) { return blocks_.of(block); }
  void count(BlockMemory& m, uint64_t bytes) {
    m.counted += bytes;
    block_bytes_ += bytes;
  }
  // A word's place in one of the maps of `m`.
  StoredWord& stored_word(BlockMemory& m, std::unordered_map<uint64_t, StoredWord>& words,
                          uint64_t word);
  bool had_value(const Allocation& allocation, uint64_t address) const;
  static bool is_word(const Page& page);
  static bool is_result(const Buffer& buffer);
  static uint64_t local_word(const Warp& w, unsigned lane, uint64_t byte);
  static uint64_t unit_of(const Page& page, uint64_t address);
  OriginNumber never_written(const AccessEvent& e, unsigned lane, uint64_t address);

  std::span<const Buffer> buffers_;
  const AddressSpace& addresses_;
  std::vector<const std::vector<uint64_t>*> valued_;
  UndefinedBook& book_;
  Suspects* suspects_ = nullptr;
  bool has_results_ = false;
  bool global_may_be_undefined_ = false;  // some global byte is, or became, undefined
  std::unordered_map<uint64_t, Page> pages_;
  uint64_t last_number_ = ~0ull;
  Page* last_page_ = nullptr;
  std::map<uint64_t, Stored> stored_;  // units of global memory that got an undefined value
  PerBlock<BlockMemory> blocks_;
  uint64_t block_bytes_ = 0;  // of those that run
};

}  // namespace warplab::sim
