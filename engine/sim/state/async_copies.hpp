#pragma once
// Asynchronous copies that are on their way into shared memory. PTX ISA, "cp.async": what they
// write may be looked at only after the thread that started them has waited for them (and after a
// barrier, by other threads). They are executed at once; who touches their words too early is told.
#include <cstdint>
#include <vector>

namespace warplab::sim {

// Of one block. What is remembered is one copy for each word of shared memory, the last one, so
// that a loop which starts copies for ever takes no more memory than one that starts each once.
class AsyncCopies {
 public:
  void clear();
  // There is no copy whose words somebody may not touch.
  bool none() const { return kept_ == 0; }
  // `begin` and `bytes` are whole words of 4 bytes: PTX has copies of 4, 8 and 16 bytes, aligned.
  void start(uint32_t thread, uint32_t begin, uint32_t bytes, uint32_t site);
  void commit(uint32_t thread);
  // All groups of the thread but the last `but` committed ones are there. kAll: everything is.
  static constexpr uint32_t kAll = ~0u;
  void wait(uint32_t thread, uint32_t but);
  // The thread comes to a barrier or a fence: others may learn by it that what it has waited for is
  // there.
  void publish(uint32_t thread);
  // A copy into one of these bytes that is on its way, or that only its own thread knows to be
  // there.
  struct Found {
    bool is_there = false, has_arrived = false;
    uint32_t thread = 0, site = 0;
  };
  Found find(uint32_t reader, uint64_t begin, uint32_t bytes) const;

 private:
  struct Copy {
    uint32_t thread = 0;  // + 1; 0: none
    uint32_t site = 0;
    uint64_t group = 0;
  };
  struct OfThread {
    uint64_t open = 0;       // the group of the next copy: how many it has committed
    uint64_t arrived = 0;    // groups before this one are there
    uint64_t published = 0;  // groups before this one may be known to others
    uint64_t end = 0;        // the group of its last copy, + 1
    bool keeps() const { return end > published; }
  };
  std::vector<OfThread> threads_;
  std::vector<Copy> words_;  // by word of shared memory
  uint32_t kept_ = 0;        // threads with copies that are not published
};

}  // namespace warplab::sim
