#pragma once
// Asynchronous copies that are on their way into shared memory. PTX ISA, "cp.async": what they
// write may be looked at only after the thread that started them has waited for them (and after a
// barrier, by other threads). Until then they may read what they copy, too, and nothing orders two
// of them that write one place. They are executed at once; who touches their words too early is
// told.
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace warplab::sim {

// Of one block. What is remembered is one copy for each word of shared memory, the last one, so
// that a loop which starts copies for ever takes no more memory than one that starts each once; and
// of words that are copied from memory that can be written, the last copy of each thread.
class AsyncCopies {
 public:
  void clear();
  // There is no copy whose words somebody may not touch.
  bool none() const { return kept_ == 0; }
  // `begin` and `bytes` are whole words of 4 bytes: PTX has copies of 4, 8 and 16 bytes, aligned.
  void start(uint32_t thread, uint32_t begin, uint32_t bytes, uint32_t site);
  // What such a copy takes from global memory.
  void read(uint32_t thread, uint64_t address, uint32_t bytes, uint32_t site);
  void commit(uint32_t thread);
  // All groups of the thread but the last `but` committed ones are there. kAll: everything is.
  static constexpr uint32_t kAll = ~0u;
  void wait(uint32_t thread, uint32_t but);
  // The thread comes to a barrier or a fence: others may learn by it that what it has waited for is
  // there.
  void publish(uint32_t thread);
  // All copies of the thread so far arrive at a barrier object, in its phase of this number.
  void arrive_at(uint32_t thread, uint32_t object, uint64_t phase);
  // The thread, one of `threads` of the block, has learnt that so many phases are complete.
  void waited(uint32_t thread, uint32_t object, uint64_t phases, uint32_t threads);
  // An object is made there, which has nothing to do with one that was there before.
  void made(uint32_t object);
  // Not, where it says so: no copy into these bytes is remembered. Nearly all readers ask for what
  // everybody knows to be there.
  bool may_be_at(uint64_t begin, uint32_t bytes) const {
    for (uint64_t word = begin / 4; word <= (begin + bytes - 1) / 4 && word < words_.size(); ++word)
      if (words_[word].thread != 0) return true;
    return false;
  }
  // A copy into one of these bytes that is on its way, or that only its own thread knows to be
  // there. `site` is the reader's: that a copy is not waited for there is told once, of thousands
  // of threads that look at the same word.
  struct Found {
    bool is_there = false, has_arrived = false;
    uint32_t thread = 0, site = 0;
    bool is_awaited = false;  // at a barrier object
    uint32_t object = 0;      // its offset
    bool is_committed = false;
  };
  Found find(uint32_t reader, uint64_t begin, uint32_t bytes, uint32_t site);
  // The same of a copy from these bytes of global memory, which `writer` is about to change.
  Found find_source(uint32_t writer, uint64_t address, uint32_t bytes, uint32_t site);

 private:
  struct Copy {
    uint32_t thread = 0;  // + 1; 0: none
    uint32_t site = 0;
    uint64_t group = 0;
    uint64_t arrival = 0;  // the thread's next arrival at an object, when the copy was started
    uint32_t told_at = 0;  // the site of the last one that looked at it too early, + 1
    uint8_t taken = 0xf;   // of the word's bytes, those that a copy takes from there
  };
  // At an object: what awaits it are copies that were started before it.
  struct Arrival {
    uint32_t object = 0;
    uint64_t phase = 0;
  };
  // Of a barrier object, how many phases each thread knows to be complete, and how many all do, or
  // may have learnt.
  struct Phases {
    uint32_t object = 0;
    std::vector<uint64_t> known;
    uint64_t published = 0;
    uint32_t ahead = 0;  // threads that know of more than that
    void publish(uint64_t phases);
  };
  struct OfThread {
    uint64_t open = 0;       // the group of the next copy: how many it has committed
    uint64_t arrived = 0;    // groups before this one are there
    uint64_t published = 0;  // groups before this one may be known to others
    uint64_t end = 0;        // the group of its last copy, + 1
    // The last arrivals at objects, and the number of the first of them; that of the last copy.
    std::vector<Arrival> arrivals;
    uint64_t first_arrival = 0, last_copy = 0;
    bool keeps() const { return end > published && last_copy >= first_arrival; }
    uint64_t next_arrival() const { return first_arrival + arrivals.size(); }
    // As of a thread that has done nothing. The room for its arrivals stays.
    void clear() {
      open = arrived = published = end = first_arrival = last_copy = 0;
      arrivals.clear();
    }
  };
  // The thread's next copy.
  Copy begins(uint32_t thread, uint32_t site);
  // Nothing: `reader` knows the copy to be there.
  Found open_to(uint32_t reader, Copy& copy, uint32_t site);
  bool is_known_to_all(const Copy& copy) const;
  void forget_known_sources();
  Phases& phases_of(uint32_t object);
  const Phases* find_phases(uint32_t object) const;
  // Forgets arrivals of which all know.
  void settle(OfThread& t);
  // Nothing: the copy awaits no object.
  const Arrival* arrival_of(const Copy& copy, const OfThread& t) const;
  // By what the reader itself has learnt.
  bool is_known(const Arrival& arrival, uint32_t reader) const;
  std::vector<Phases> phases_;
  std::vector<OfThread> threads_;
  std::vector<Copy> words_;  // by word of shared memory
  // By word of global memory: the copies that read it, by thread. A block may copy one word with
  // all of its threads, again and again.
  std::unordered_map<uint64_t, std::vector<Copy>> sources_;
  size_t source_count_ = 0;  // copies in it
  uint32_t kept_ = 0;        // threads with copies that are not published
};

}  // namespace warplab::sim
