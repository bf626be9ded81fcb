#pragma once
// Asynchronous copies that are on their way into shared memory. PTX ISA, "cp.async": what they
// write may be looked at only after the thread that started them has waited for them (and after a
// barrier, by other threads). They are executed at once; who touches their words too early is told.
#include <cstdint>
#include <vector>

namespace warplab::sim {

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

}  // namespace warplab::sim
