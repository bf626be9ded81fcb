#pragma once
// The races of a launch, one for each pair of lines, and the sentence that a student reads.
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "sim/observe/past_access.hpp"

namespace warplab::sim {

struct RaceSide {
  uint32_t site = 0;
  AccessKind kind = AccessKind::load;
  uint32_t block = 0, thread = 0;  // thread in its block
  bool ordered = false;            // volatile, or with an order of its own
  AccessScope scope = AccessScope::device;
  uint32_t element = 4;  // bytes of what is one access of its own
};

struct Race {
  RaceSide first, second;  // the one that writes first; else in the order they ran
  uint64_t address = 0;
  uint32_t bytes = 0;
  ptx::Space space = ptx::Space::global;
  bool one_instruction = false;  // two lanes of one instruction
  bool same_value = false;       // both write what is there
  bool updates = false;          // a thread reads, changes and writes the same element on that line
  uint32_t times = 1;            // so many lanes that differ in nothing
};

class FoundRaces {
 public:
  void launch_starts(const LaunchState& launch);
  void add(Race race);
  void add_read_only(const RaceSide& write, const RaceSide& read, uint64_t address, uint32_t bytes);
  void report(Runner& runner) const;
  // Is there one that is more than a note?
  bool has_failure() const { return has_failure_ || !read_only_.empty(); }
  // One, or a note.
  bool has_any() const { return !entries_.empty() || !read_only_.empty(); }
  // Does a race explain that the value read at `site` was not what it should be?
  bool reads_raced_at(uint32_t site) const;

 private:
  enum class Class : uint8_t { race, warp_synchronous, same_value };
  struct Entry {
    Race race;
    // One between different blocks: what orders the threads of a block does not help there.
    std::optional<Race> across;
    uint64_t count = 0;
    bool updates = false;
    // A load that brings what another thread's store makes, and none that this store updates.
    bool only_reads_others = true;
    const Race& told() const { return across ? *across : race; }
  };
  using Key = std::tuple<int64_t, int64_t, Class>;
  // What all races that have a line and a buffer in common need: the advice for one of them must
  // not leave the others.
  struct Group {
    enum class Reach : uint8_t { warp, block, grid } reach = Reach::warp;
    // A thread reads, changes and writes, or one side is atomic already.
    bool needs_atomics = false;
    // One line stores for several threads.
    bool has_many_writers = false;
    std::vector<int> lines;
  };
  std::map<Key, Group> groups() const;
  // The buffer or shared array, as something to compare.
  const void* variable_of(const Race& r) const;
  // A variable that is no array: __shared__, or __device__ outside of functions.
  bool is_one_variable(const Race& r) const;
  // Of dynamic shared memory to which two lines write: it may have been divided into arrays that
  // overlap. Empty for other memory.
  Saying overlap_advice(const Race& r) const;
  // A note says that stores of one value do no harm. Is there a race of one of its lines in the
  // same variable, so that they may?
  bool is_told_otherwise(const Key& note) const;
  // Behind a race: that one of its accesses leaves the bounds of another variable, and is here by
  // that mistake. Empty where none of them does.
  Saying came_from_elsewhere(const Runner& runner, const Race& r) const;
  int line_of(uint32_t site) const;
  // Lines, or site numbers behind all lines where there is no line.
  int64_t place_of(uint32_t site) const;
  Told told(const Runner& runner, const Entry& e, Class what, const Group& group) const;
  // The parts of it: both accesses, their threads, and why nothing orders them and what to do.
  Saying both_accesses(const Race& r) const;
  Saying threads(const Race& r) const;
  Saying advice(const Runner& runner, const Entry& e, Class what, const Group& group,
                bool same_line) const;
  // Of threads that hand something on by a flag, a lock or a counter without fences; of one that
  // looks before it changes something; of an update. Empty: it is nothing of the kind.
  Saying advice_of_order(const Race& r) const;
  Saying advice_of_checks(const Race& r) const;
  Saying advice_of_updates(const Entry& e, const Group& group, bool same_line) const;
  Saying advice_of_barriers(const Race& r, const Saying& there, bool same_line) const;
  // The line in which a thread reads what the store at `site` changes; 0 where it does not come
  // from there. That line may be another one: `old = x; x = old + 1;`.
  int line_that_reads_for(uint32_t site) const;
  int line_that_reads_for(const Race& r, const Group& group) const;
  bool updates(const Entry& e) const;
  // The site at `index` of the function of `site`; none: ~0.
  uint32_t site_at(uint32_t site, size_t index) const;
  const ptx::Function& function_of(uint32_t site) const;
  // Of a race of a store and a load: the load is of another element than the store updates.
  bool reads_others(const Race& r);
  // Stores of a function that update what they find, and the loads that bring it: indices into the
  // body.
  struct Updates {
    std::set<size_t> stores, loads;
  };
  const Updates& updates_of(uint32_t function);
  // Whether a branch goes where the load at this site sends it.
  bool decides_anything(uint32_t load) const;
  // The line of the barrier that threads leave by what the race's load brings; 0: there is none.
  int line_of_decided_barrier(const Runner& runner, const Race& r) const;
  // Of what was found without an observer: whether the line of the race leaves the bounds, too, and
  // the line of a barrier that not all threads of the block reach; 0: of none.
  bool leaves_bounds(const Runner& runner, const Race& r) const;
  int line_of_torn_barrier(const Runner& runner, uint32_t block) const;
  // What is said of a barrier of the block, or of the warp, that stands between two lines of the
  // student's file; empty: none does.
  Saying barrier_between(int line, int other_line, bool of_warp) const;
  // The line of the innermost `if` around both; 0: there is none.
  int line_of_if_around(int line, int other_line) const;
  ThreadPlace place(const RaceSide& s) const;

  const LaunchState* launch_ = nullptr;
  bool has_failure_ = false;
  std::map<Key, Entry> entries_;
  // The entry that was added to last, as the next race is mostly one more of the same.
  std::tuple<uint32_t, uint32_t, Class> last_;
  Entry* last_entry_ = nullptr;
  struct ReadOnly {
    RaceSide write, read;
    uint64_t address = 0, count = 0;
    uint32_t bytes = 0;
  };
  std::map<std::pair<int64_t, int64_t>, ReadOnly> read_only_;
  std::map<uint32_t, Updates> updates_;  // by function
};

}  // namespace warplab::sim
