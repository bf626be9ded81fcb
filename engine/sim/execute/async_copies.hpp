#pragma once
// Asynchronous copies that are on their way into shared memory. PTX ISA, "cp.async": what they
// write may be looked at only after the thread that started them has waited for them (and after a
// barrier, by other threads). They are executed at once; who touches their words too early is told.
#include <cstdint>
#include <vector>

namespace warplab::sim {

struct Warp;
struct Inst;

// Of one block.
class AsyncCopies {
 public:
  void clear();
  bool none() const { return count_ == 0; }
  void start(uint32_t thread, uint32_t begin, uint32_t bytes, uint32_t site);
  void commit(uint32_t thread);
  // All groups of the thread but the last `but` committed ones are there. kAll: everything is.
  static constexpr uint32_t kAll = ~0u;
  void wait(uint32_t thread, uint32_t but);
  // A copy into one of these bytes that is on its way.
  struct Found {
    bool is_there = false;
    uint32_t thread = 0, site = 0;
  };
  Found find(uint64_t begin, uint32_t bytes) const;

 private:
  struct Copy {
    uint32_t begin, bytes, site, group;
  };
  struct OfThread {
    std::vector<Copy> copies;
    uint32_t committed = 0;  // groups
  };
  std::vector<OfThread> threads_;
  std::vector<bool> words_;  // of shared memory: something is on its way there
  uint64_t count_ = 0;       // copies on their way
};

// Records around the load and the store of cp.async, and before loads and stores of shared memory.
// a, imm, flags: the address, as for loads and stores.
using Handler = const Inst* (*)(Warp&, const Inst*);
const Inst* start_async_copy(Warp&, const Inst*);
const Inst* commit_async_copies(Warp&, const Inst*);
const Inst* wait_for_async_copies(Warp&, const Inst*);  // imm: all but so many groups, or kAll
const Inst* check_async_copies(Warp&, const Inst*);     // aux: AccessKind

}  // namespace warplab::sim
